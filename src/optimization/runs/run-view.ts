import type { CandidateState } from '../../../workflows/optimization-run/run-state';
import type { Metrics } from '../../experiments/store/experiment';
import { findExperimentWithoutIds } from '../../experiments/store/experiment.repository';
import { type DecisionView, viewDecision } from './decision-view';
import type { Candidate, OptimizationRun } from './optimization-run';
import { listCandidates } from './run.repository';

/** A run with the metrics of its baseline, and its decision; null until there are any. */
export interface RunView extends OptimizationRun {
  baselineMetrics: Metrics | null;
  decision: DecisionView | null;
}

/** A candidate with its state, texts and metrics. */
export interface CandidateView {
  /** Index among the candidates of its run, in the order of their proposals. */
  position: number;
  state: CandidateState;
  texts: Candidate;
  metrics: Metrics | null;
}

export async function viewRun(run: OptimizationRun): Promise<RunView> {
  const { experimentId, isMeasured } = run.state.baseline;
  const baselineMetrics =
    isMeasured && experimentId !== null ? await findFinalMetrics(run.workspaceId, experimentId) : null;
  const { decision } = run.state;
  return { ...run, baselineMetrics, decision: decision && (await viewDecision(run, decision)) };
}

/** The candidates of a run after a position, in the order of their proposals. */
export async function viewCandidates(
  { id: runId, workspaceId, state }: OptimizationRun,
  position: number,
  limit: number,
): Promise<CandidateView[]> {
  const placed = state.candidates.map((candidate, index) => ({ position: index, state: candidate }));
  const page = placed.slice(position + 1, position + 1 + limit);
  const texts = await listCandidates(
    runId,
    page.map(({ state: { id } }) => id),
  );
  const views = await Promise.all(
    page.map(async (one) => {
      const { id, status, experimentId } = one.state;
      const candidateTexts = texts.get(id);
      // Its texts are not stored yet: it is listed once they are.
      if (candidateTexts === undefined) return [];
      const isMeasured = status === 'measured' && experimentId !== null;
      return [
        {
          ...one,
          texts: candidateTexts,
          metrics: isMeasured ? await findFinalMetrics(workspaceId, experimentId) : null,
        },
      ];
    }),
  );
  return views.flat();
}

/** The metrics of an ended experiment; null if it is open or was deleted. */
async function findFinalMetrics(workspaceId: string, experimentId: string): Promise<Metrics | null> {
  return (await findExperimentWithoutIds(workspaceId, experimentId))?.tally?.metrics ?? null;
}
