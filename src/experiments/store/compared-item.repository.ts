import type { ClientSession } from 'mongoose';
import { isSliceOver, nextSlice } from '../../../packages/concurrency';
import { withSnapshot } from '../../platform/mongo/snapshot';
import type { TimeLimit } from '../../platform/mongo/time-limit';
import type { ExperimentItem, ReplySide } from './experiment';
import { itemCollection } from './experiment.model';
import type { ExperimentKey } from './item.repository';

/** Decoding all 10,000 items at once would block the event loop. */
const DECODE_BATCH_SIZE = 500;

// Hinted: the planner may choose the index of the workspace, which reads the items of all its experiments.
const positionIndex = { experimentId: 1, position: 1 } as const;

/** A reply without its findings, of which there may be thousands: the server counts them. */
export interface CountedReply extends Omit<ReplySide, 'findings' | 'model' | 'schemaErrors'> {
  /** Null without a verdict. */
  issueCount: number | null;
  /** Distinct. */
  labels: string[];
}

type ItemFrame = Pick<
  ExperimentItem,
  'id' | 'position' | 'conversationId' | 'sampleIndex' | 'status' | 'executionNumber'
>;

/** An item with its new reply. */
export interface CountedItem extends ItemFrame {
  /** The original reply; null without one. */
  replayedMessageId: string | null;
  reply: CountedReply;
}

/** An item with its new reply and the original one. */
export interface CountedItemPair extends CountedItem {
  baseline: CountedReply | null;
}

/** The items of an experiment for a comparison with another one, in order. */
export function listCountedItems(experiment: ExperimentKey, limit: TimeLimit): Promise<CountedItem[]> {
  return listInSnapshot(experiment, { reply: countedSide('reply') }, limit);
}

/** The items of an experiment for the comparison with their original replies, in order. */
export function listCountedItemPairs(
  experiment: ExperimentKey,
  limit: TimeLimit,
): Promise<CountedItemPair[]> {
  const baseline = { $cond: [{ $eq: ['$baseline', null] }, null, countedSide('baseline')] };
  return listInSnapshot(experiment, { reply: countedSide('reply'), baseline }, limit);
}

function listInSnapshot<Item extends CountedItem>(
  experiment: ExperimentKey,
  sides: Record<string, object>,
  limit: TimeLimit,
): Promise<Item[]> {
  return withSnapshot((session) => listProjected(experiment, sides, { session, limit }), limit);
}

async function listProjected<Item extends CountedItem>(
  { id: experimentId, workspaceId }: ExperimentKey,
  sides: Record<string, object>,
  { session, limit }: { session: ClientSession; limit: TimeLimit },
): Promise<Item[]> {
  const cursor = itemCollection().aggregate<Item>(
    [
      { $match: { experimentId, workspaceId } },
      { $sort: { position: 1 } },
      {
        $project: {
          _id: 0,
          id: '$_id',
          position: 1,
          conversationId: 1,
          sampleIndex: 1,
          status: 1,
          executionNumber: 1,
          replayedMessageId: { $ifNull: ['$baseline.messageId', null] },
          ...sides,
        },
      },
    ],
    {
      ...limit.forOperation(),
      hint: positionIndex,
      batchSize: DECODE_BATCH_SIZE,
      session,
    },
  );
  const items: Item[] = [];
  for await (const item of cursor) {
    if (isSliceOver()) await nextSlice(limit.signal);
    items.push(item);
  }
  return items;
}

const sideFields = [
  'messageId',
  'evaluationId',
  'inputTokens',
  'outputTokens',
  'latencyMs',
  'costUsd',
  'lengthChars',
  'hasNoVerdict',
  'isNotJudgeable',
] as const satisfies (keyof CountedReply)[];

function countedSide(side: 'reply' | 'baseline'): Record<string, unknown> {
  const findings = `$${side}.findings`;
  return {
    ...Object.fromEntries(sideFields.map((field) => [field, `$${side}.${field}`])),
    issueCount: { $cond: [{ $isArray: findings }, { $size: findings }, null] },
    labels: { $setUnion: [{ $ifNull: [`${findings}.label`, []] }] },
  };
}
