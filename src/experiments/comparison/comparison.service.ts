import type { ConversationService } from '../../conversations/conversation.service';
import { notFound } from '../../platform/errors/error-templates';
import { type TimeLimit, withinTimeLimit } from '../../platform/mongo/time-limit';
import type { BootstrapInterval } from '../../statistics/bootstrap';
import { mcNemarPValue } from '../../statistics/mcnemar';
import { listCountedItems } from '../compared-item.repository';
import { type Experiment, openExperimentStatuses } from '../experiment';
import { findExperiment } from '../experiment.repository';
import { type Pairing, pairItems, type ReplyPair } from '../pairing';
import { completeLengths, type MessageReader } from './complete-lengths';
import { intervalOfDifferences, type Resampling, resamplingOf } from './difference-interval';
import { countEmptyReplies, type EmptyReplies } from './empty-replies';
import { pairExperiments } from './measured-pair';
import { comparePairs, type MetricComparison } from './paired-metrics';
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
  /** The second experiment compared with the first. */
  metrics: MetricComparison[];
  emptyReplies: EmptyReplies;
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
  conversations: Pick<ConversationService, 'findReply'> & MessageReader;
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
      listCountedItems(first, timeLimit),
      listCountedItems(second, timeLimit),
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
    const measured = pairExperiments(others, items);
    await completeLengths(workspaceId, measured, conversations, timeLimit);
    const resampling = resamplingOf({ first: first.id, second: second.id });
    const isRunning = [first, second].some(({ status }) => openExperimentStatuses.includes(status));
    return {
      first,
      second,
      pairing,
      presence: comparePresence(pairing.pairs),
      issuesPerReply: await compareIssueCounts(pairing.pairs, resampling),
      metrics: await comparePairs(measured, { resampling, isRunning }),
      emptyReplies: countEmptyReplies(measured),
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
  resampling: Resampling,
): Promise<IssuesPerReply> {
  const mean = (numberOf: (pair: ReplyPair) => number) =>
    pairs.length === 0 ? null : pairs.reduce((sum, pair) => sum + numberOf(pair), 0) / pairs.length;
  const differenceOf = ({ first, second }: ReplyPair) => second.issueCount - first.issueCount;
  return {
    first: mean(({ first }) => first.issueCount),
    second: mean(({ second }) => second.issueCount),
    difference: mean(differenceOf),
    interval: await intervalOfDifferences(pairs.map(differenceOf), resampling),
  };
}
