import type { OptimizationRun } from '../../packages/client';
import { type ServiceCommand, withService } from './shared/connection/with-service';
import { printResource } from './shared/output/print-fields';
import { type Column, printList } from './shared/output/print-list';
import { formatNumber } from './shared/wording';

const columns: readonly Column<OptimizationRun>[] = [
  { name: 'id', read: ({ id }) => id },
  { name: 'name', read: ({ name }) => name },
  { name: 'status', read: ({ status }) => status },
  { name: 'model', read: ({ model }) => model },
  { name: 'candidates', read: (run) => formatNumber(run.candidates_count), isNumber: true },
  { name: 'created', read: (run) => run.created_at },
];

/** `assay runs list`: prints the newest optimization runs. @throws as `withService` */
export function runListRuns(command: ServiceCommand & { limit: number }): Promise<void> {
  return withService(command, ({ client }) => printList(client.runs.list(), columns, command));
}

/** `assay runs show`: prints an optimization run. @throws as `withService` */
export async function runShowRun(id: string, command: ServiceCommand): Promise<void> {
  const run = await withService(command, ({ client }) => client.runs.get(id));
  const { objective, decision, error, cost_cents: cost } = run;
  printResource(
    run,
    [
      ['id', run.id],
      ['name', run.name],
      ['status', run.status],
      ['model', run.model],
      ['set', run.set],
      ['filter', run.filter],
      ['objective', [objective.direction, objective.metric, objective.label ?? ''].join(' ')],
      ['candidates', `${formatNumber(run.candidates_count)} of at most ${formatNumber(run.max_candidates)}`],
      ['attempts', `${formatNumber(run.attempts.length)} of at most ${formatNumber(run.max_attempts)}`],
      ['best candidate', run.best_candidate_id],
      ['decision', decision === null ? null : decision.message],
      ['error', error === null ? null : error.message],
      ['summary', run.summary],
      ['cost', cost === null ? 'unknown' : `$${formatNumber(cost / 100, 4)}`],
      ['created', run.created_at],
      ['completed', run.completed_at],
    ],
    command,
  );
}
