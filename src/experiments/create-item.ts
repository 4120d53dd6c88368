import { type ExperimentItem, emptySide } from './experiment';

/** Creates a pending item. */
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
  >,
): ExperimentItem {
  return {
    ...facts,
    status: 'pending',
    executionNumber: 0,
    attempts: 0,
    transientFailures: 0,
    error: null,
    reply: emptySide,
    evaluationsReceived: 0,
    completedAt: null,
  };
}
