import type { CreateReviewQueue } from '../../../api/types';

export type SourceKind = 'filter' | 'sample' | 'disagreement';

/** The values of the form; numbers as typed. */
export interface QueueDraft {
  name: string;
  kind: SourceKind;
  filter: string;
  size: string;
  seed: string;
  evaluatorIds: readonly string[];
  reviewers: string;
}

export const emptyQueueDraft: QueueDraft = {
  name: '',
  kind: 'filter',
  filter: 'role = assistant',
  size: '200',
  seed: 'audit',
  evaluatorIds: [],
  reviewers: '1',
};

/** Converts a draft to the request body. The API validates it. */
export function toCreateQueue(draft: QueueDraft): CreateReviewQueue {
  return { name: draft.name, source: toSource(draft), reviewers_per_item: Number(draft.reviewers) || 0 };
}

function toSource({ kind, filter, size, seed, evaluatorIds }: QueueDraft): CreateReviewQueue['source'] {
  if (kind === 'sample') return { sample: { filter, size: Number(size) || 0, seed } };
  if (kind === 'disagreement') return { disagreement: { evaluator_ids: [...evaluatorIds] } };
  return { filter };
}
