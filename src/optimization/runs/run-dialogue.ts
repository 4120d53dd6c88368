import { setTimeout as sleep } from 'node:timers/promises';
import { hasEnded } from '../../../workflows/optimization-run/run-transitions';
import { AppError } from '../../platform/errors/app-error';
import type { OptimizationRun } from './optimization-run';
import { closed, type OptimizationWorkflows, type RunMessages } from './optimization-workflows';
import { findRun, findWorkspaceOfRun } from './run.repository';

const RETRIES = 3;
const RETRY_MS = 200;

export type RunDialogue = ReturnType<typeof createRunDialogue>;

/**
 * Tells the workflow of a run something. A run that has ended has no workflow: `answerForEnded` answers in its
 * place, by the same rules, from the state that it has left in MongoDB.
 */
export function createRunDialogue(workflows: Pick<OptimizationWorkflows, 'send'>) {
  /** @throws AppError not_found, temporal_unavailable, temporal_busy, or whatever the message is refused with */
  return async function tell<Name extends keyof RunMessages>(
    workspaceId: string,
    runId: string,
    name: Name,
    message: RunMessages[Name]['message'],
    answerForEnded: (run: OptimizationRun) => RunMessages[Name]['answer'],
  ): Promise<RunMessages[Name]['answer']> {
    for (let tries = 0; tries <= RETRIES; tries += 1) {
      if ((await findWorkspaceOfRun(runId)) !== workspaceId) throw noSuchRun();
      // Asked whatever the copy says: it may show what was lost with a worker and never happened.
      const answer = await workflows.send(runId, name, message);
      if (answer !== closed) return answer;
      const run = await getRun(workspaceId, runId);
      if (hasEnded(run.state.status)) return answerForEnded(run);
      // It closed a moment ago, or is about to be started.
      await sleep(RETRY_MS);
    }
    throw new AppError('temporal_unavailable', 'The workflow of the run does not run yet', {
      retryAfterMs: 5000,
    });
  };
}

/** @throws AppError not_found, also for a run of another workspace. */
export async function getRun(workspaceId: string, id: string): Promise<OptimizationRun> {
  const run = await findRun(id);
  if (run === null || run.workspaceId !== workspaceId) throw noSuchRun();
  return run;
}

function noSuchRun(): AppError {
  return new AppError('not_found', 'No such optimization run', { loc: ['path', 'run_id'] });
}
