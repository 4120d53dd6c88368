import type { ShareVariance } from '../../../packages/statistics';
import { AppError, type ErrorCode } from '../../platform/errors/app-error';
import type { AccuracyService } from '../../review/accuracy/accuracy.service';
import { type Experiment, endedExperimentStatuses } from '../store/experiment';
import { createIssueRateVariance } from './issue-rate-variance';

type CorrectedRates = Awaited<ReturnType<AccuracyService['correctExperiment']>>;

/**
 * What is computed from the replies of an experiment each time that it is read. Null before it ends: it is read
 * continually until then, and its replies have no sample yet. Null too where it takes longer than QUERY_TIMEOUT_MS, so that
 * the experiment remains readable.
 */
export interface EndedMeasurements {
  /** Of its replies, corrected by reviews; null without a sample of them. */
  corrected: CorrectedRates;
  /** Of the baseline replies. */
  baselineCorrected: CorrectedRates;
  issueRateVariance: ShareVariance | null;
}

export type MeasureEnded = ReturnType<typeof createEndedMeasurements>;

export function createEndedMeasurements({
  accuracy,
  queryTimeoutMs,
}: {
  accuracy: Pick<AccuracyService, 'correctExperiment' | 'correctBaseline'>;
  queryTimeoutMs: number;
}) {
  const measureVariance = createIssueRateVariance({ queryTimeoutMs });
  return async (
    experiment: Pick<Experiment, 'id' | 'workspaceId' | 'status' | 'samplesPerItem'>,
    signal: AbortSignal,
  ): Promise<EndedMeasurements> => {
    const { id, workspaceId, status } = experiment;
    if (!endedExperimentStatuses.includes(status))
      return { corrected: null, baselineCorrected: null, issueRateVariance: null };
    const [corrected, baselineCorrected, issueRateVariance] = await Promise.all([
      nullIfLate(accuracy.correctExperiment(workspaceId, id, signal)),
      nullIfLate(accuracy.correctBaseline(workspaceId, id, signal)),
      nullIfLate(measureVariance(experiment, signal)),
    ]);
    return { corrected, baselineCorrected, issueRateVariance };
  };
}

/** The query took too long, or waited too long for others of its workspace. */
const lateCodes: ReadonlySet<ErrorCode> = new Set(['query_timeout', 'rate_limited']);

async function nullIfLate<Result>(measuring: Promise<Result>): Promise<Result | null> {
  try {
    return await measuring;
  } catch (error) {
    if (error instanceof AppError && lateCodes.has(error.code)) return null;
    throw error;
  }
}
