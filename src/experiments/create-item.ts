import { type ExperimentItem, emptySide } from './experiment';

/** Creates a pending item, by default of the first execution. */
export function createItem(
  facts: Pick<
    ExperimentItem,
    | 'id'
    | 'workspaceId'
    | 'experimentId'
    | 'position'
    | 'conversationId'
    | 'sourcePreview'
    | 'baseline'
    | 'evaluationsExpected'
    | 'createdAt'
  > &
    Partial<Pick<ExperimentItem, 'executionNumber'>>,
): ExperimentItem {
  return {
    executionNumber: 0,
    ...facts,
    status: 'pending',
    attempts: 0,
    transientFailures: 0,
    error: null,
    reply: emptySide,
    evaluationsReceived: 0,
    completedAt: null,
  };
}
