import type { TimeLimit } from '../../../platform/mongo/time-limit';
import type { RecurringKind } from './finding';
import { findingCollection } from './finding.model';

/** Names that are returned of one entry. */
const MAX_NAMES = 20;

/** A text that findings of several conversations have, in any spelling. */
export interface RecurringFinding {
  /** As the latest finding has it. */
  text: string;
  kind: RecurringKind;
  /** The normalized text. */
  key: string;
  /** Distinct findings. */
  count: number;
  firstSeenAt: Date;
  lastSeenAt: Date;
  tools: string[];
  models: string[];
}

/** The reports of a finding with one text. */
const perFinding = {
  $group: {
    _id: { kind: '$recurring.kind', key: '$recurring.key', findingId: '$findingId' },
    text: { $top: { sortBy: { _id: -1 }, output: '$text' } },
    createdAt: { $max: '$createdAt' },
    toolName: { $max: '$toolName' },
    model: { $max: '$model' },
    conversationId: { $first: '$conversationId' },
  },
};

const perText = {
  $group: {
    _id: { kind: '$_id.kind', key: '$_id.key' },
    latest: { $top: { sortBy: { createdAt: -1, '_id.findingId': -1 }, output: '$text' } },
    count: { $sum: 1 },
    firstSeenAt: { $min: '$createdAt' },
    lastSeenAt: { $max: '$createdAt' },
    tools: { $addToSet: '$toolName' },
    models: { $addToSet: '$model' },
    firstConversation: { $min: '$conversationId' },
    lastConversation: { $max: '$conversationId' },
  },
};

const inSeveralConversations = { $match: { $expr: { $ne: ['$firstConversation', '$lastConversation'] } } };

const asRecurring = {
  $project: {
    _id: 0,
    text: '$latest',
    kind: '$_id.kind',
    key: '$_id.key',
    count: 1,
    firstSeenAt: 1,
    lastSeenAt: 1,
    tools: firstNames('$tools'),
    models: firstNames('$models'),
  },
};

/** In order, without null. */
function firstNames(field: string) {
  const names = { $sortArray: { input: { $setDifference: [field, [null]] }, sortBy: 1 as const } };
  return { $slice: [names, MAX_NAMES] };
}

/**
 * The most frequent texts of current findings in at least two conversations. Several reports of a finding count once;
 * findings that reviews reject are left out.
 */
export async function listRecurringFindings(
  workspaceId: string,
  query: Record<string, unknown>,
  { limit, timeLimit }: { limit: number; timeLimit: TimeLimit },
): Promise<RecurringFinding[]> {
  const isRecurring = {
    workspaceId,
    isCurrent: true,
    'recurring.kind': { $exists: true },
    review: { $ne: 'rejected' },
  };
  return findingCollection()
    .aggregate<RecurringFinding>(
      [
        { $match: { $and: [isRecurring, query] } },
        perFinding,
        perText,
        inSeveralConversations,
        { $sort: { count: -1, lastSeenAt: -1, _id: 1 } },
        { $limit: limit },
        asRecurring,
      ],
      { ...timeLimit.forOperation(), allowDiskUse: true },
    )
    .toArray();
}
