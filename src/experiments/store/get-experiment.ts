import { notFound } from '../../platform/errors/error-templates';
import type { Experiment } from './experiment';
import { findExperiment, findExperimentWithoutIds, type ListedExperiment } from './experiment.repository';

/** @throws AppError not_found, also for an experiment of another workspace */
export async function getExperiment(workspaceId: string, id: string): Promise<Experiment>;
export async function getExperiment(
  workspaceId: string,
  id: string,
  omit: 'conversation_ids' | null,
): Promise<ListedExperiment>;
export async function getExperiment(
  workspaceId: string,
  id: string,
  omit: 'conversation_ids' | null = null,
): Promise<ListedExperiment> {
  const find = omit === null ? findExperiment : findExperimentWithoutIds;
  const experiment = await find(workspaceId, id);
  if (experiment === null) throw notFound('Experiment', 'experiment_id');
  return experiment;
}
