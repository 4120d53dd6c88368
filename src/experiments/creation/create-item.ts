import { type ExperimentItem, emptySide } from '../store/experiment';
import { countsBaseline } from '../store/item-status';

/** Creates a pending item, by default the first sample of its conversation in the first execution. */
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
    Partial<Pick<ExperimentItem, 'executionNumber' | 'sampleIndex' | 'replayedIndex' | 'rejudgedMessageId'>>,
): ExperimentItem {
  return {
    executionNumber: 0,
    sampleIndex: 0,
    replayedIndex: null,
    rejudgedMessageId: null,
    ...facts,
    status: 'pending',
    attempts: 0,
    transientFailures: 0,
    error: null,
    queuedReason: null,
    reply: emptySide,
    evaluationsReceived: 0,
    completedAt: null,
  };
}

/** Evaluations that complete an item: of its reply and, by the first sample, of an original reply without one. */
export function evaluationsExpectedOf(item: Pick<ExperimentItem, 'baseline' | 'sampleIndex'>): number {
  return countsBaseline(item) && item.baseline !== null && item.baseline.evaluationId === null ? 2 : 1;
}
