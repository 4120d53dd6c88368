import { minConformalCount } from '../../../packages/statistics';
import { currentTime } from '../../platform/clock';
import { conflict, notFound, valueError } from '../../platform/errors/error-templates';
import type { Page, PageQuery } from '../../platform/http/page';
import { byTime, type Pager } from '../../platform/http/pager';
import { inTransaction, isDuplicateKey } from '../../platform/mongo/connection';
import type { CreateWithinLimits } from '../../platform/mongo/created-content';
import { withSnapshot } from '../../platform/mongo/snapshot';
import { withinTimeLimit } from '../../platform/mongo/time-limit';
import { requireSampleQueue } from '../accuracy/require-sample-queue';
import type { ReviewQueue } from '../queues/store/review-queue';
import { findQueue } from '../queues/store/review-queue.repository';
import type { Reviewer } from '../reviewer/reviewer';
import {
  type Calibration,
  type CalibrationActivation,
  type CalibrationStaleness,
  calibrationStalenesses,
  type ListedCalibration,
  type ScoreThreshold,
} from './calibration';
import {
  activateCalibration,
  deactivateCalibration,
  findCalibration,
  findLatestVersion,
  insertCalibration,
  listCalibrations,
} from './calibration.repository';
import { type CalibrationSample, type EvaluatorVersions, readCalibrationSample } from './calibration-sample';
import { fitCalibration } from './fit-calibration';
import { chooseThreshold, measureThreshold, type ThresholdEffect } from './threshold-effect';

/** A calibration, and what has changed since; where anything has, it is not applied. */
export type CalibrationState = ListedCalibration & { stale: CalibrationStaleness[] };

export interface NewCalibration {
  queueId: string;
  /** Null: the default one of the workspace. */
  evaluatorId: string | null;
}

/** What a calibration by a sample would be fitted to, so far. */
export type SampleProgress = EvaluatorVersions &
  Pick<CalibrationSample, 'population' | 'reviewedCount' | 'disputedCount' | 'undecidedCount'> & {
    queueId: string;
  };

export interface CalibrationServiceDependencies {
  /** The evaluator, or the workspace's default for null. @throws AppError value_error at `loc` */
  chooseEvaluator(
    workspaceId: string,
    evaluatorId: string | null,
    loc: string[],
  ): Promise<{ id: string; version: number }>;
  /** The current issue configuration. */
  getIssueConfig(workspaceId: string): Promise<{ version: number }>;
  createWithinLimits: CreateWithinLimits<'review_queues' | 'calibrations'>;
  queryTimeoutMs: number;
  pager: Pager;
}

export type CalibrationService = ReturnType<typeof createCalibrationService>;

/** Fits what evaluators say to reviews, and turns such fits on and off. */
export function createCalibrationService(dependencies: CalibrationServiceDependencies) {
  return {
    create: create.bind(null, dependencies),
    measureSample: measureSample.bind(null, dependencies),
    list: list.bind(null, dependencies),
    get: get.bind(null, dependencies),
    measure,
    activate: activate.bind(null, dependencies),
    deactivate: deactivate.bind(null, dependencies),
  };
}

/**
 * Fits the next version of an evaluator's calibrations, which is off; returns the existing one if the `id` exists.
 * @throws AppError value_error for a queue that is not a random sample, has too few reviews or disputed ones;
 * query_timeout
 */
async function create(
  dependencies: CalibrationServiceDependencies,
  workspaceId: string,
  id: string,
  { queueId, evaluatorId }: NewCalibration,
  { createdBy, signal }: { createdBy: Reviewer; signal: AbortSignal },
): Promise<CalibrationState> {
  const existing = await findCalibration(workspaceId, id);
  if (existing !== null) return withState(dependencies, existing);
  const queue = requireSample(await findQueue(workspaceId, queueId), ['body', 'queue_id'], queueId);
  const judging = await getJudging(dependencies, workspaceId, evaluatorId);
  const sample = await readSample(dependencies, queue, judging, signal);
  const fitted = { ...judging, ...fitCalibration(sample, queueId), id, workspaceId, queueId };
  const calibration = { ...fitted, activation: null, createdAt: currentTime(), createdBy };
  return withState(dependencies, await insertNextVersion(dependencies, calibration));
}

/**
 * Counts the reviews of a sample that a calibration would be fitted to.
 * @throws AppError not_found; value_error for a queue that is not a random sample; query_timeout
 */
async function measureSample(
  dependencies: CalibrationServiceDependencies,
  workspaceId: string,
  { queueId, evaluatorId }: NewCalibration,
  signal: AbortSignal,
): Promise<SampleProgress> {
  const reviewQueue = await findQueue(workspaceId, queueId);
  if (reviewQueue === null) throw notFound('Review queue', 'queue_id');
  const queue = requireSample(reviewQueue, ['path', 'queue_id'], queueId);
  const judging = await getJudging(dependencies, workspaceId, evaluatorId, 'query');
  const sample = await readSample(dependencies, queue, judging, signal);
  const { population, reviewedCount, disputedCount, undecidedCount } = sample;
  return { ...judging, queueId, population, reviewedCount, disputedCount, undecidedCount };
}

/** The calibrations of a workspace, or of one evaluator, newest first. */
async function list(
  dependencies: CalibrationServiceDependencies,
  workspaceId: string,
  evaluatorId: string | null,
  query: PageQuery,
): Promise<Page<CalibrationState>> {
  const page = await dependencies.pager.list({
    order: byTime,
    scope: ['calibrations', workspaceId, evaluatorId],
    query,
    find: (after, limit) => listCalibrations(workspaceId, evaluatorId, after, limit),
  });
  return { ...page, items: await withStates(dependencies, workspaceId, page.items) };
}

/** @throws AppError not_found */
async function get(
  dependencies: CalibrationServiceDependencies,
  workspaceId: string,
  id: string,
): Promise<CalibrationState> {
  return withState(dependencies, await getCalibration(workspaceId, id));
}

/**
 * What the threshold of a preference would change, in replies that it was not chosen by. Changes nothing.
 * @throws AppError not_found; value_error with too few clean replies for the preference
 */
async function measure(
  workspaceId: string,
  id: string,
  maxFlaggedCleanShare: number,
): Promise<ThresholdEffect & { population: number }> {
  const calibration = await getCalibration(workspaceId, id);
  const threshold = requireThreshold(calibration, maxFlaggedCleanShare, 'query');
  return { ...measureThreshold(calibration.replies, threshold), population: calibration.population };
}

/**
 * Applies a calibration to later evaluations, in place of any other one of its evaluator. With a preference it also
 * withholds findings, by the threshold that `measure` shows.
 * @throws AppError not_found; conflict if it is stale; value_error with too few clean replies for the preference
 */
async function activate(
  dependencies: CalibrationServiceDependencies,
  workspaceId: string,
  id: string,
  maxFlaggedCleanShare: number | null,
  by: Reviewer,
): Promise<CalibrationState> {
  const calibration = await getCalibration(workspaceId, id);
  const { stale } = await withState(dependencies, calibration);
  if (stale.length > 0)
    throw conflict('The evaluator or the labels have changed since. Review and calibrate again');
  const threshold =
    maxFlaggedCleanShare === null ? null : requireThreshold(calibration, maxFlaggedCleanShare, 'body');
  const activation: CalibrationActivation = { at: currentTime(), by, threshold };
  await inTransaction((session) => activateCalibration(calibration, activation, session));
  return get(dependencies, workspaceId, id);
}

/** Later evaluations are raw again. @throws AppError not_found */
async function deactivate(
  dependencies: CalibrationServiceDependencies,
  workspaceId: string,
  id: string,
): Promise<CalibrationState> {
  await deactivateCalibration(workspaceId, id);
  return get(dependencies, workspaceId, id);
}

function readSample(
  { queryTimeoutMs }: CalibrationServiceDependencies,
  queue: ReviewQueue,
  judging: EvaluatorVersions,
  signal: AbortSignal,
): Promise<CalibrationSample> {
  return withinTimeLimit(queryTimeoutMs, signal, (limit) =>
    withSnapshot(
      (session) => readCalibrationSample(queue.workspaceId, queue, judging, { session, limit }),
      limit,
    ),
  );
}

async function getJudging(
  { chooseEvaluator, getIssueConfig }: CalibrationServiceDependencies,
  workspaceId: string,
  evaluatorId: string | null,
  from: 'body' | 'query' = 'body',
): Promise<EvaluatorVersions> {
  const evaluator = await chooseEvaluator(workspaceId, evaluatorId, [from, 'evaluator_id']);
  const { version: issueConfigVersion } = await getIssueConfig(workspaceId);
  return { evaluatorId: evaluator.id, evaluatorVersion: evaluator.version, issueConfigVersion };
}

async function insertNextVersion(
  { createWithinLimits }: CalibrationServiceDependencies,
  calibration: Omit<Calibration, 'version'>,
): Promise<Calibration> {
  const { workspaceId, evaluatorId, id } = calibration;
  for (;;) {
    try {
      return await inTransaction(async (session) => {
        const version = (await findLatestVersion(workspaceId, evaluatorId, session)) + 1;
        const next = { ...calibration, version };
        await createWithinLimits(workspaceId, 'calibrations', session, () =>
          insertCalibration(next, session),
        );
        return next;
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const existing = await findCalibration(workspaceId, id);
      if (existing !== null) return existing;
      // A concurrent request has fitted this version; retry with the next one.
    }
  }
}

async function withState(
  dependencies: CalibrationServiceDependencies,
  calibration: ListedCalibration,
): Promise<CalibrationState> {
  const { workspaceId, evaluatorId } = calibration;
  return toState(calibration, await getJudging(dependencies, workspaceId, evaluatorId));
}

/** Reads each evaluator once. */
async function withStates(
  dependencies: CalibrationServiceDependencies,
  workspaceId: string,
  calibrations: ListedCalibration[],
): Promise<CalibrationState[]> {
  const evaluatorIds = [...new Set(calibrations.map(({ evaluatorId }) => evaluatorId))];
  const judgings = await Promise.all(evaluatorIds.map((id) => getJudging(dependencies, workspaceId, id)));
  const judgingOf = new Map(judgings.map((judging) => [judging.evaluatorId, judging]));
  return calibrations.flatMap((calibration) => {
    const current = judgingOf.get(calibration.evaluatorId);
    return current === undefined ? [] : [toState(calibration, current)];
  });
}

function toState(calibration: ListedCalibration, current: EvaluatorVersions): CalibrationState {
  const changed: Record<CalibrationStaleness, boolean> = {
    evaluator_version: current.evaluatorVersion !== calibration.evaluatorVersion,
    labels: current.issueConfigVersion !== calibration.issueConfigVersion,
  };
  return { ...calibration, stale: calibrationStalenesses.filter((one) => changed[one]) };
}

async function getCalibration(workspaceId: string, id: string): Promise<Calibration> {
  const calibration = await findCalibration(workspaceId, id);
  if (calibration === null) throw notFound('Calibration', 'calibration_id');
  return calibration;
}

function requireSample(queue: ReviewQueue | null, loc: string[], queueId: string): ReviewQueue {
  return requireSampleQueue(queue, 'calibrate an evaluator', { loc, input: queueId });
}

function requireThreshold(
  { replies }: Calibration,
  maxFlaggedCleanShare: number,
  from: 'query' | 'body',
): ScoreThreshold {
  const threshold = chooseThreshold(replies, maxFlaggedCleanShare);
  if (threshold !== null) return threshold;
  const cleanCount = replies.filter(({ hasIssue }) => !hasIssue).length;
  const neededCount = minConformalCount(maxFlaggedCleanShare);
  throw valueError(
    `a threshold needs ${neededCount} reviewed clean replies for this share; the calibration has ${cleanCount}`,
    {
      loc: [from, 'max_flagged_clean_share'],
      input: maxFlaggedCleanShare,
      ctx: { clean_count: cleanCount, needed_count: neededCount },
    },
  );
}
