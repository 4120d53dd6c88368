import { z } from 'zod';
import { experimentStatuses, replayedTurns } from './experiment';

export const experimentStatusSchema = z.enum(experimentStatuses).meta({ id: 'ExperimentStatus' });

export const replayedTurnSchema = z.enum(replayedTurns).meta({ id: 'ReplayedTurn' });
