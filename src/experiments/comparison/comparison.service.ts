import type { BootstrapInterval } from '../../../packages/statistics';
import type { ConversationService } from '../../conversations/conversation.service';
import { notFound } from '../../platform/errors/error-templates';
import { type TimeLimit, withinTimeLimit } from '../../platform/mongo/time-limit';
import { listCountedItems } from '../store/compared-item.repository';
import type { Experiment } from '../store/experiment';
import { findExperiment } from '../store/experiment.repository';
import { intervalOfDifferences, type Resampling, resamplingOf } from './difference-interval';
import { countEmptyReplies, type EmptyReplies } from './empty-replies';
import { pairExperiments, turnOf } from './measured-pair';
import { comparePairs, type MetricComparison } from './paired-metrics';
import { type ConversationPair, type Pairing, pairItems } from './pairing';
import { compareSpans, type SpanComparison } from './span-comparison';
import { isReadEarly, sortByStart } from './start-order';
import { type UntestedReason, untestedWithEachOther } from './untested';

/**
 * Conversations by which of their replies have an issue. With several samples, the expected numbers if one reply of each
 * side was drawn: their difference is that of the issue rates.
 */
export interface IssuePresence {
  inBoth: number;
  onlyInFirst: number;
  onlyInSecond: number;
  inNeither: number;
  /** Null without pairs, if read early, and if untested. */
  pValue: number | null;
  /** Of the pairs whose turn to count has come; null unless read early. */
  anytime: { eValue: number; intervalLow: number; intervalHigh: number } | null;
}

/** Means over the conversations, in each over its replies; null without any. */
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
  untestedReason: UntestedReason | null;
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
      compareWithin(conversations, timeLimit, first, second, page),
    );
  }
}

async function compareWithin(
  { findReply }: Pick<ConversationService, 'findReply'>,
  timeLimit: TimeLimit,
  first: Experiment,
  second: Experiment,
  { afterPosition, limit }: ChangedPairsRequest,
): Promise<Comparison> {
  const [items, others] = await Promise.all([
    listCountedItems(first, timeLimit),
    listCountedItems(second, timeLimit),
  ]);
  const pairing = pairItems(items, others);
  const spans = await compareSpans(pairing.pairs, {
    afterPosition,
    limit,
    timeLimit,
    workspaceId: first.workspaceId,
    arePassedThrough: first.isPassThrough && second.isPassThrough,
    findReply,
  });
  // One order for both directions, so that the reverse comparison is the mirror image.
  const [ordered, orderedItems] = first.id <= second.id ? [first, items] : [second, others];
  const startOrder = sortByStart(orderedItems, ordered).map(turnOf);
  const pairs = pairExperiments(others, items, startOrder);
  const untestedReason = untestedWithEachOther(first, second);
  const resampling = untestedReason === null ? resamplingOf({ first: first.id, second: second.id }) : null;
  const isEarly = [first, second].some(isReadEarly);
  const metrics = await comparePairs(pairs, { resampling, isEarly });
  return {
    first,
    second,
    pairing,
    presence: comparePresence(pairing.conversations, metrics),
    issuesPerReply: await compareIssueCounts(pairing.conversations, resampling),
    metrics,
    untestedReason,
    emptyReplies: countEmptyReplies(pairs),
    spans,
  };
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

function comparePresence(
  conversations: readonly ConversationPair[],
  metrics: readonly MetricComparison[],
): IssuePresence {
  const rate = metrics.find(({ metric, label }) => metric === 'issue_rate' && label === null);
  const { pValue = null, eValue = null, intervalLow = null, intervalHigh = null } = rate ?? {};
  const hasAnytime = eValue !== null && intervalLow !== null && intervalHigh !== null;
  const shares = conversations.map(({ first, second }) => ({
    first: mean(first.map(hasIssue)),
    second: mean(second.map(hasIssue)),
  }));
  const sum = (probabilityOf: (pair: (typeof shares)[number]) => number) =>
    shares.reduce((total, pair) => total + probabilityOf(pair), 0);
  return {
    inBoth: sum(({ first, second }) => first * second),
    onlyInFirst: sum(({ first, second }) => first * (1 - second)),
    onlyInSecond: sum(({ first, second }) => (1 - first) * second),
    inNeither: sum(({ first, second }) => (1 - first) * (1 - second)),
    pValue,
    anytime: hasAnytime ? { eValue, intervalLow, intervalHigh } : null,
  };
}

async function compareIssueCounts(
  conversations: readonly ConversationPair[],
  resampling: Resampling | null,
): Promise<IssuesPerReply> {
  const firsts = conversations.map(({ first }) => mean(first));
  const seconds = conversations.map(({ second }) => mean(second));
  const differences = seconds.map((second, index) => second - (firsts[index] ?? 0));
  const meanOrNull = (values: readonly number[]) => (values.length === 0 ? null : mean(values));
  return {
    first: meanOrNull(firsts),
    second: meanOrNull(seconds),
    difference: meanOrNull(differences),
    interval: resampling && (await intervalOfDifferences(differences, resampling)),
  };
}

const hasIssue = (issueCount: number) => Number(issueCount > 0);

/** Of at least one value. */
function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
