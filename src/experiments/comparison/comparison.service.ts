import type { ConversationService } from '../../conversations/conversation.service';
import { notFound } from '../../platform/errors/error-templates';
import { type TimeLimit, withinTimeLimit } from '../../platform/mongo/time-limit';
import { type BootstrapInterval, bootstrapMean } from '../../statistics/bootstrap';
import { mcNemarPValue } from '../../statistics/mcnemar';
import type { Experiment } from '../experiment';
import { findExperiment } from '../experiment.repository';
import { listComparedItems } from '../item.repository';
import { type Pairing, pairItems, type ReplyPair } from '../pairing';
import { compareSpans, type SpanComparison } from './span-comparison';

/** Pairs by which of their replies have an issue. */
export interface IssuePresence {
  inBoth: number;
  onlyInFirst: number;
  onlyInSecond: number;
  inNeither: number;
  /** Null without pairs. */
  pValue: number | null;
}

/** Means over the pairs; null without pairs. */
export interface IssuesPerReply {
  first: number | null;
  second: number | null;
  /** Second minus first. */
  difference: number | null;
  interval: BootstrapInterval | null;
}

export interface Comparison {
  first: Experiment;
  second: Experiment;
  pairing: Pairing;
  presence: IssuePresence;
  issuesPerReply: IssuesPerReply;
  spans: SpanComparison;
}

/** A page of changed pairs, after a position in the first experiment. */
export interface ChangedPairsRequest {
  afterPosition: number;
  limit: number;
  /** Aborts when the client has disconnected. */
  signal: AbortSignal;
}

export type ComparisonService = ReturnType<typeof createComparisonService>;

export function createComparisonService({
  conversations,
  queryTimeoutMs,
}: {
  conversations: Pick<ConversationService, 'findReply'>;
  /** Time limit of a comparison. */
  queryTimeoutMs: number;
}) {
  return { compare };

  /**
   * Compares the results of two experiments of a workspace so far, conversation by conversation; `page`
   * selects the changed pairs to list.
   * @throws AppError not_found, query_timeout
   */
  async function compare(
    workspaceId: string,
    ids: { first: string; second: string },
    page: ChangedPairsRequest,
  ): Promise<Comparison> {
    const first = await getExperiment(workspaceId, ids.first, 'experiment_id');
    const second = await getExperiment(workspaceId, ids.second, 'other_id');
    return withinTimeLimit(queryTimeoutMs, page.signal, (timeLimit) =>
      compareWithin(timeLimit, first, second, page),
    );
  }

  async function compareWithin(
    timeLimit: TimeLimit,
    first: Experiment,
    second: Experiment,
    { afterPosition, limit }: ChangedPairsRequest,
  ): Promise<Comparison> {
    const { workspaceId } = first;
    const [items, others] = await Promise.all([
      listComparedItems(first, timeLimit),
      listComparedItems(second, timeLimit),
    ]);
    const pairing = pairItems(items, others);
    const spans = await compareSpans(pairing.pairs, {
      afterPosition,
      limit,
      timeLimit,
      workspaceId,
      arePassedThrough: first.isPassThrough && second.isPassThrough,
      findReply: conversations.findReply,
    });
    return {
      first,
      second,
      pairing,
      presence: comparePresence(pairing.pairs),
      issuesPerReply: await compareIssueCounts(pairing.pairs, { first: first.id, second: second.id }),
      spans,
    };
  }
}

async function getExperiment(
  workspaceId: string,
  id: string,
  parameter: 'experiment_id' | 'other_id',
): Promise<Experiment> {
  const experiment = await findExperiment(workspaceId, id);
  if (experiment === null) throw notFound('Experiment', parameter);
  return experiment;
}

function comparePresence(pairs: readonly ReplyPair[]): IssuePresence {
  const count = (inFirst: boolean, inSecond: boolean) =>
    pairs.filter(
      ({ first, second }) => first.issueCount > 0 === inFirst && second.issueCount > 0 === inSecond,
    ).length;
  const onlyInFirst = count(true, false);
  const onlyInSecond = count(false, true);
  return {
    inBoth: count(true, true),
    onlyInFirst,
    onlyInSecond,
    inNeither: count(false, false),
    pValue: pairs.length === 0 ? null : mcNemarPValue(onlyInFirst, onlyInSecond),
  };
}

async function compareIssueCounts(
  pairs: readonly ReplyPair[],
  ids: { first: string; second: string },
): Promise<IssuesPerReply> {
  const mean = (numberOf: (pair: ReplyPair) => number) =>
    pairs.length === 0 ? null : pairs.reduce((sum, pair) => sum + numberOf(pair), 0) / pairs.length;
  const differenceOf = ({ first, second }: ReplyPair) => second.issueCount - first.issueCount;
  return {
    first: mean(({ first }) => first.issueCount),
    second: mean(({ second }) => second.issueCount),
    difference: mean(differenceOf),
    interval: await intervalOf(pairs.map(differenceOf), ids),
  };
}

/**
 * The interval is deterministic, and the interval of the reverse comparison is its mirror image: both
 * resample the differences in the same direction with the same seed.
 */
async function intervalOf(
  differences: number[],
  { first, second }: { first: string; second: string },
): Promise<BootstrapInterval | null> {
  if (first <= second) return bootstrapMean(differences, `${first}/${second}`);
  const mirrored = await bootstrapMean(
    differences.map((difference) => 0 - difference),
    `${second}/${first}`,
  );
  return mirrored && { ...mirrored, low: 0 - mirrored.high, high: 0 - mirrored.low };
}
