import { setTimeout as sleep } from 'node:timers/promises';
import type { AssayClient, BodyOf, Candidate, OptimizationRun } from '../../../packages/client';
import { endedRunStatuses } from '../../../workflows/optimization-run/run-transitions';
import { readCandidateFile } from '../../optimization/runner/strategies/list-strategy';
import { withProgressBar } from '../shared/progress-bar';
import { type RunnerSettings, withRunner } from './runner-process';

const POLL_MS = 1_000;

export interface EndedOptimization {
  run: OptimizationRun;
  candidates: Candidate[];
  seconds: number;
}

/**
 * Creates an optimization run, starts a runner process for it, and polls it until it ends, with any status.
 */
export async function runOptimization(
  { runs }: AssayClient,
  conversationIds: string[],
  runner: RunnerSettings,
  signal: AbortSignal,
): Promise<EndedOptimization> {
  const startedAt = Date.now();
  const request: BodyOf<'POST /v1/optimization-runs'> & { max_candidates: number } = {
    name: 'shorter replies',
    model: 'embedded/extractive',
    conversation_ids: conversationIds,
    objective: { metric: 'avg_output_tokens', direction: 'minimize' },
    constraints: [{ metric: 'issue_rate', max: 0.05 }],
    max_candidates: readCandidateFile(runner.candidatesPath).length,
  };
  const created = await runs.create(request, { signal });
  const label = `Optimization run "${request.name}"`;
  return withRunner(runner, (checkRunner) =>
    withProgressBar(label, request.max_candidates, async (show) => {
      let run = created;
      let candidates: Candidate[] = [];
      while (!endedRunStatuses.includes(run.status)) {
        checkRunner();
        await sleep(POLL_MS, undefined, { signal });
        run = await runs.get(created.id, { signal });
        candidates = await runs.candidates(created.id, {}, { signal }).toArray();
        show(candidates.filter(({ status }) => status === 'measured').length);
      }
      return { run, candidates, seconds: (Date.now() - startedAt) / 1_000 };
    }),
  );
}
