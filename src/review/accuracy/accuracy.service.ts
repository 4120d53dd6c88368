import { countReviewedFindings } from '../../conversations/findings/ledger/reviewed-finding.repository';
import { compileMessageFilter } from '../../conversations/message-filter/message-filter';
import { valueError } from '../../platform/errors/error-templates';
import { withSnapshot } from '../../platform/mongo/snapshot';
import { withinTimeLimit } from '../../platform/mongo/time-limit';
import { parseSetReference } from '../../sets/conversation-set';
import { resolveSet } from '../../sets/resolve-set';
import { populationQuery, repliesOfConversations } from '../queues/population-query';
import type { ReviewQueue } from '../queues/store/review-queue';
import { findQueueWithConversations, listSampleQueues } from '../queues/store/review-queue.repository';
import { chooseSample, populationOf, type RateQuery } from './choose-sample';
import type { Staleness } from './corrected-rates.schema';
import { type FindingPrecision, measureFindingPrecision } from './finding-precision';
import type { LabeledCaseWire } from './labeled-case.schema';
import { type ReadJudgedPrompt, streamLabeledCases } from './labeled-export';
import type { PredictionRead } from './predicted-issues.repository';
import { differRates, type RateDifference } from './rate-differences';
import { requireSampleQueue } from './require-sample-queue';
import {
  type AuditedSample,
  readAuditedSample,
  type SampledAccuracy,
  type SampledTarget,
  toSampledAccuracy,
} from './sampled-accuracy';
import { countMixes, countSelected, hasLaterReplies } from './sampled-population.repository';
import { listStale } from './staleness';

interface EvaluatorVersion {
  id: string;
  version: number;
}

export interface AccuracyServiceDependencies {
  /** The evaluator, or the workspace's default for null. @throws AppError value_error at `loc` */
  chooseEvaluator(workspaceId: string, evaluatorId: string | null, loc: string[]): Promise<EvaluatorVersion>;
  /** The current issue configuration. */
  getIssueConfig(workspaceId: string): Promise<{ version: number; createdAt: Date }>;
  /** What an experiment judges by; null for an unknown one. */
  findJudgeVersion(
    workspaceId: string,
    experimentId: string,
  ): Promise<{ evaluatorId: string; evaluatorVersion: number } | null>;
  /** The messages with the original replies that an experiment is compared with. */
  listBaselineMessageIds(workspaceId: string, experimentId: string): Promise<string[]>;
  readJudgedPrompt: ReadJudgedPrompt;
  queryTimeoutMs: number;
}

/** Of which replies: those of a queue, of an experiment, of the conversations of a set, or of a filter. */
export interface AccuracyTarget {
  queueId: string | null;
  experimentId: string | null;
  baselineId: string | null;
  /** `name` or `name@version`. */
  set: string | null;
  filter: string | null;
  evaluatorId: string | null;
}

export interface Accuracy extends SampledAccuracy {
  set: string | null;
  filter: string | null;
  /** Of the experiment that is subtracted. */
  baseline: SampledAccuracy | null;
  differences: RateDifference[] | null;
}

/** A population with the evaluator whose verdicts are corrected. */
interface EvaluatorScope {
  evaluator: EvaluatorVersion;
  /** A query for a fixed population; null: traffic up to the sampling time. */
  fixed: Record<string, unknown> | null;
}

/** `evaluatorId` null: the evaluator of the experiment. */
interface RequestedExperiment {
  experimentId: string;
  parameter: 'experiment_id' | 'baseline_id';
  evaluatorId: string | null;
}

type EvaluatedTarget = SampledTarget & EvaluatorScope;
type EvaluatedSample = AuditedSample & EvaluatorScope;

export type AccuracyService = ReturnType<typeof createAccuracyService>;

/** Rates that a reviewed random sample corrects. */
export function createAccuracyService(dependencies: AccuracyServiceDependencies) {
  return {
    measure: measure.bind(null, dependencies),
    exportSample: exportSample.bind(null, dependencies),
    correctExperiment: correctExperiment.bind(null, dependencies),
    correctBaseline: correctBaseline.bind(null, dependencies),
    measureFindings: measureFindings.bind(null, dependencies),
  };
}

/**
 * Corrects the rates of an evaluator over the replies that a queue samples, or over those of an experiment or a filter
 * that a sample was drawn from. The population are replies that were stored when the queue was created.
 * @throws ValidationError for an invalid filter; AppError query_timeout; value_error for an unknown queue, experiment
 * or evaluator, and for replies of which there is no sample
 */
async function measure(
  dependencies: AccuracyServiceDependencies,
  workspaceId: string,
  target: AccuracyTarget,
  signal: AbortSignal,
): Promise<Accuracy> {
  const labels = await dependencies.getIssueConfig(workspaceId);
  return fromSnapshot(dependencies, signal, async (read) => {
    const evaluated = await findTarget(dependencies, workspaceId, target, read);
    const sample = await readSample(workspaceId, evaluated, read);
    const stale = await listChanges(workspaceId, sample, labels, read);
    const { set, filter, baselineId, evaluatorId } = target;
    if (baselineId === null) {
      const accuracy = toSampledAccuracy(sample, stale);
      return { ...accuracy, set, filter, baseline: null, differences: null };
    }
    const experiment = { experimentId: baselineId, parameter: 'baseline_id', evaluatorId } as const;
    const subtracted = await findExperiment(dependencies, workspaceId, experiment, read);
    const baseline = await readSample(workspaceId, subtracted, read);
    const staleBaseline = await listChanges(workspaceId, baseline, labels, read);
    return { set, filter, ...compare(sample, stale, baseline, staleBaseline) };
  });
}

/**
 * The reviewed replies that correct the rates of a target, in the form of labeled data.
 * @throws like `measure`; AppError value_error while reviewers disagree on a reply
 */
async function* exportSample(
  dependencies: AccuracyServiceDependencies,
  workspaceId: string,
  target: AccuracyTarget,
  signal: AbortSignal,
): AsyncGenerator<LabeledCaseWire> {
  const audited = await fromSnapshot(dependencies, signal, async (read) => {
    return readSample(workspaceId, await findTarget(dependencies, workspaceId, target, read), read);
  });
  if (audited.disputedCount > 0) throw disputed(audited.disputedCount);
  yield* streamLabeledCases(workspaceId, audited, dependencies.readJudgedPrompt);
}

/** The corrected rates of an experiment; null without a sample of its replies. @throws AppError query_timeout */
async function correctExperiment(
  dependencies: AccuracyServiceDependencies,
  workspaceId: string,
  experimentId: string,
  signal: AbortSignal,
): Promise<SampledAccuracy | null> {
  const query = { experimentId };
  return correctFixed(dependencies, workspaceId, experimentId, { query, experimentId }, signal);
}

/** Corrected rates of the baseline replies. @throws AppError query_timeout */
async function correctBaseline(
  dependencies: AccuracyServiceDependencies,
  workspaceId: string,
  experimentId: string,
  signal: AbortSignal,
): Promise<SampledAccuracy | null> {
  if ((await listSampleQueues(workspaceId, null, 1)).length === 0) return null;
  const messageIds = await dependencies.listBaselineMessageIds(workspaceId, experimentId);
  const query = { _id: { $in: messageIds } };
  return correctFixed(dependencies, workspaceId, experimentId, { query, experimentId: null }, signal);
}

/**
 * How many of the reviewed findings that a filter selects are confirmed; null: all except in replies of experiments.
 * @throws ValidationError for an invalid filter; AppError query_timeout
 */
async function measureFindings(
  { queryTimeoutMs }: AccuracyServiceDependencies,
  workspaceId: string,
  filter: string | null,
  signal: AbortSignal,
): Promise<FindingPrecision> {
  const query =
    filter === null
      ? { experimentId: null }
      : compileMessageFilter(filter, { bounds: 'optional', subject: 'findings' }).query;
  const counts = await withinTimeLimit(queryTimeoutMs, signal, (limit) =>
    countReviewedFindings(workspaceId, query, limit),
  );
  return measureFindingPrecision(counts);
}

/** Reads all from one snapshot, within the time limit of a query. */
function fromSnapshot<Result>(
  { queryTimeoutMs }: AccuracyServiceDependencies,
  signal: AbortSignal,
  readAll: (read: PredictionRead) => Promise<Result>,
): Promise<Result> {
  return withinTimeLimit(queryTimeoutMs, signal, (limit) =>
    withSnapshot((session) => readAll({ session, limit }), limit),
  );
}

/** The corrected rates of given replies by the evaluator of an experiment; null without a sample of them. */
async function correctFixed(
  dependencies: AccuracyServiceDependencies,
  workspaceId: string,
  experimentId: string,
  rateQuery: Omit<RateQuery, 'evaluatorId'>,
  signal: AbortSignal,
): Promise<SampledAccuracy | null> {
  return fromSnapshot(dependencies, signal, async (read) => {
    const judgeVersion = await dependencies.findJudgeVersion(workspaceId, experimentId);
    if (judgeVersion === null) return null;
    const evaluator = { id: judgeVersion.evaluatorId, version: judgeVersion.evaluatorVersion };
    const sample = await chooseSample(workspaceId, { ...rateQuery, evaluatorId: evaluator.id }, read);
    if (sample === null) return null;
    const target = { ...sample, experimentId: rateQuery.experimentId, evaluator, fixed: rateQuery.query };
    const audited = await readSample(workspaceId, target, read);
    const labels = await dependencies.getIssueConfig(workspaceId);
    return toSampledAccuracy(audited, await listChanges(workspaceId, audited, labels, read));
  });
}

async function findTarget(
  dependencies: AccuracyServiceDependencies,
  workspaceId: string,
  { queueId, experimentId, set, filter, evaluatorId }: AccuracyTarget,
  read: PredictionRead,
): Promise<EvaluatedTarget> {
  if (experimentId !== null) {
    const experiment = { experimentId, parameter: 'experiment_id', evaluatorId } as const;
    return findExperiment(dependencies, workspaceId, experiment, read);
  }
  const queue = queueId === null ? null : await getSampleQueue(workspaceId, queueId);
  const evaluator = await dependencies.chooseEvaluator(workspaceId, evaluatorId, ['query', 'evaluator_id']);
  if (queue !== null) {
    const population = populationOf(queue, evaluator.id);
    return { queue, population, experimentId: null, evaluator, fixed: null };
  }
  const query = await toQuery(workspaceId, { set, filter }, read);
  const rateQuery = { query, evaluatorId: evaluator.id, experimentId: null };
  const sample = await chooseSample(workspaceId, rateQuery, read);
  if (sample === null)
    throw set === null
      ? withoutSample('filter', filter ?? '', { filter })
      : withoutSample('set', set, { set });
  return { ...sample, experimentId: null, evaluator, fixed: null };
}

async function findExperiment(
  { chooseEvaluator, findJudgeVersion }: AccuracyServiceDependencies,
  workspaceId: string,
  { experimentId, parameter, evaluatorId }: RequestedExperiment,
  read: PredictionRead,
): Promise<EvaluatedTarget> {
  const judgeVersion = await findJudgeVersion(workspaceId, experimentId);
  if (judgeVersion === null) {
    const loc = ['query', parameter];
    throw valueError('no such experiment in this workspace', { loc, input: experimentId });
  }
  const evaluator =
    evaluatorId === null
      ? { id: judgeVersion.evaluatorId, version: judgeVersion.evaluatorVersion }
      : await chooseEvaluator(workspaceId, evaluatorId, ['query', 'evaluator_id']);
  const rateQuery = { query: { experimentId }, evaluatorId: evaluator.id, experimentId };
  const sample = await chooseSample(workspaceId, rateQuery, read);
  if (sample === null)
    throw withoutSample(parameter, experimentId, { filter: `experiment_id = ${experimentId}` });
  return { ...sample, experimentId, evaluator, fixed: { experimentId } };
}

async function getSampleQueue(workspaceId: string, queueId: string): Promise<ReviewQueue> {
  const queue = await findQueueWithConversations(workspaceId, queueId);
  return requireSampleQueue(queue, 'correct a rate', { loc: ['query', 'queue_id'], input: queueId });
}

/** The MongoDB query of the replies of a set or a filter. @throws ValidationError; AppError value_error */
async function toQuery(
  workspaceId: string,
  { set, filter }: Pick<AccuracyTarget, 'set' | 'filter'>,
  { limit }: PredictionRead,
): Promise<Record<string, unknown>> {
  if (set === null) return compileMessageFilter(filter ?? '', { bounds: 'optional' }).query;
  const { conversationIds } = await resolveSet(workspaceId, parseSetReference(set), ['query', 'set'], limit);
  return repliesOfConversations(conversationIds);
}

/** @param replies of the sample to create */
function withoutSample(
  parameter: string,
  input: string,
  replies: { filter: string | null } | { set: string },
) {
  const source = JSON.stringify({ sample: { ...replies, size: 200, seed: 'audit' } });
  const problem =
    'no review queue samples all of these replies. Create one by POST /v1/review-queues with the source ' +
    `${source}, and review its items`;
  return valueError(problem, { loc: ['query', parameter], input });
}

function disputed(count: number) {
  const [replies, them] = count === 1 ? ['1 reply is', 'it'] : [`${count} replies are`, 'them'];
  const problem = `${replies} disputed; adjudicate ${them} first, because a sample without ${them} is biased`;
  return valueError(problem, { loc: ['query'] });
}

async function readSample(
  workspaceId: string,
  target: EvaluatedTarget,
  read: PredictionRead,
): Promise<EvaluatedSample> {
  const { evaluator, fixed } = target;
  return { ...(await readAuditedSample(workspaceId, target, read)), evaluator, fixed };
}

async function listChanges(
  workspaceId: string,
  { queue, population, sums, evaluator, fixed }: EvaluatedSample,
  labels: { version: number; createdAt: Date },
  read: PredictionRead,
): Promise<Staleness[]> {
  const selected = await countSelected(workspaceId, populationQuery(queue.source), queue.createdAt, read);
  const hasGrown =
    fixed !== null && (await hasLaterReplies(workspaceId, { ...population, query: fixed }, read));
  return listStale({
    versions: sums.versions,
    evaluatorVersion: evaluator.version,
    labels,
    sampledAt: queue.createdAt,
    // An experiment has replies after the sample if it was sampled while running, or items were added.
    isOtherPopulation: selected !== queue.population || hasGrown,
    mixes: fixed !== null ? [] : await countMixes(workspaceId, population, read),
  });
}

function compare(
  sample: AuditedSample,
  stale: Staleness[],
  subtracted: AuditedSample,
  staleBaseline: Staleness[],
): Omit<Accuracy, 'set' | 'filter'> {
  const labels = [sample, subtracted].flatMap((one) =>
    toSampledAccuracy(one, []).rates.flatMap(({ label }) => label ?? []),
  );
  const accuracy = toSampledAccuracy(sample, stale, labels);
  const baseline = toSampledAccuracy(subtracted, staleBaseline, labels);
  return { ...accuracy, baseline, differences: differRates(accuracy.rates, baseline.rates) };
}
