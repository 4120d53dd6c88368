import mongoose from 'mongoose';
import type { LabelCount } from '../../src/analytics/rollup-stats';
import { matchesValue, type ValuedSegment } from '../../src/analytics/segments';

/** Milliseconds since the epoch; the end is exclusive. */
export interface BenchWindow {
  workspaceId: string;
  start: number;
  end: number;
  /** Only its messages. */
  segment?: ValuedSegment;
}

type Stage = Record<string, unknown>;

/** The conversations' own messages of a window. */
export function messagesOf({ workspaceId, start, end, segment }: BenchWindow): Stage[] {
  const createdAt = { $gte: new Date(start), $lt: new Date(end) };
  const inSegment = segment === undefined ? {} : matchesValue(segment);
  return [{ $match: { workspaceId, experimentId: null, createdAt, ...inSegment } }];
}

/** The annotations of the latest completed evaluation of each message by each evaluator. */
export function latestOf(window: BenchWindow): Stage[] {
  return [
    ...messagesOf(window),
    { $project: { createdAt: 1, conversationId: 1, parts: 1 } },
    { $lookup: { from: 'evaluations', localField: '_id', foreignField: 'messageId', as: 'evaluation' } },
    { $unwind: '$evaluation' },
    { $match: { 'evaluation.status': 'completed' } },
    { $sort: { 'evaluation.createdAt': 1, 'evaluation._id': 1 } },
    {
      $group: {
        _id: { message: '$_id', evaluator: '$evaluation.evaluatorId' },
        createdAt: { $first: '$createdAt' },
        conversation: { $first: '$conversationId' },
        parts: { $first: '$parts' },
        latest: { $last: '$evaluation.annotations' },
      },
    },
  ];
}

/** The annotations of `latestOf` on tool calls, one per document, with their parts. */
export function annotationsOnCalls(window: BenchWindow): Stage[] {
  return [
    ...latestOf(window),
    { $unwind: '$latest' },
    {
      $project: {
        conversation: 1,
        annotation: '$latest',
        part: { $arrayElemAt: ['$parts', '$latest.messagePartIndex'] },
      },
    },
    { $match: { 'part.type': 'tool_call' } },
  ];
}

export async function run<Row>(pipeline: Stage[]): Promise<Row[]> {
  const collection = mongoose.connection.collection('messages');
  return (await collection.aggregate(pipeline, { allowDiskUse: true }).toArray()) as Row[];
}

/** Each label of some replies or calls with its count, most frequent first. */
export function rank(labelsOfEach: string[][]): LabelCount[] {
  return [...new Set(labelsOfEach.flat())]
    .map((label) => ({
      label,
      count: labelsOfEach.flat().filter((other) => other === label).length,
      replyCount: labelsOfEach.filter((labels) => labels.includes(label)).length,
    }))
    .sort((one, other) => other.count - one.count || compare(one.label, other.label));
}

export function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
