import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { endedRunStatuses } from '../../../workflows/optimization-run/run-transitions';
import { readCandidateFile } from '../../optimization/runner/strategies/list-strategy';
import { candidateSchema, runSchema } from '../../optimization/runs/run.schema';
import { withProgressBar } from '../shared/progress-bar';
import type { DemoClient } from './demo-client';
import { type RunnerSettings, withRunner } from './runner-process';

const POLL_MS = 1_000;
const candidatePageSchema = z.object({ items: z.array(candidateSchema) });

export type OptimizationRun = z.infer<typeof runSchema>;
export type Candidate = z.infer<typeof candidateSchema>;

export interface EndedOptimization {
  run: OptimizationRun;
  candidates: Candidate[];
  seconds: number;
}

/**
 * Creates an optimization run, starts a runner process for it, and polls it until it ends, with any status.
 */
export async function runOptimization(
  client: DemoClient,
  conversationIds: string[],
  runner: RunnerSettings,
  signal: AbortSignal,
): Promise<EndedOptimization> {
  const startedAt = Date.now();
  const request = {
    name: 'shorter replies',
    model: 'embedded/extractive',
    conversation_ids: conversationIds,
    objective: { metric: 'avg_output_tokens', direction: 'minimize' },
    constraints: [{ metric: 'issue_rate', max: 0.05 }],
    max_candidates: readCandidateFile(runner.candidatesPath).length,
  };
  const created = await client.post('/v1/optimization-runs', request, runSchema);
  const path = `/v1/optimization-runs/${created.id}`;
  const listCandidates = async () =>
    (await client.get(`${path}/candidates?limit=100`, candidatePageSchema)).items;
  const label = `Optimization run "${request.name}"`;
  return withRunner(runner, (checkRunner) =>
    withProgressBar(label, request.max_candidates, async (show) => {
      let run = created;
      let candidates: Candidate[] = [];
      while (!endedRunStatuses.includes(run.status)) {
        checkRunner();
        await sleep(POLL_MS, undefined, { signal });
        run = await client.get(path, runSchema);
        candidates = await listCandidates();
        show(candidates.filter(({ status }) => status === 'measured').length);
      }
      return { run, candidates, seconds: (Date.now() - startedAt) / 1_000 };
    }),
  );
}
