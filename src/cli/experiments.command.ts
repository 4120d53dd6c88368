import type { Experiment } from '../../packages/client';
import { describeComparison } from './experiments/describe-comparison';
import { describeTwoExperiments } from './experiments/describe-two-experiments';
import { experimentColumns, experimentFields } from './experiments/experiment-columns';
import { type ServiceCommand, withService } from './shared/connection/with-service';
import { printResult } from './shared/output/output';
import { printResource } from './shared/output/print-fields';
import { printList } from './shared/output/print-list';
import { oneLine } from './shared/wording';

/** What to add to an experiment; the service accepts one of them. */
export interface AddedItems {
  conversations?: string[];
  set?: string;
  filter?: string;
  evaluator?: string;
}

const withoutIds = { omit: 'conversation_ids' } as const;

/** `assay experiments list`: prints the newest experiments. @throws as `withService` */
export function runListExperiments(command: ServiceCommand & { limit: number }): Promise<void> {
  return withService(command, ({ client }) =>
    printList(client.experiments.list(withoutIds), experimentColumns, command),
  );
}

/** `assay experiments show`: prints an experiment. @throws as `withService` */
export function runShowExperiment(id: string, command: ServiceCommand): Promise<void> {
  return withService(command, async ({ client }) => {
    const experiment = await client.experiments.get(id, withoutIds);
    printResource(experiment, experimentFields(experiment), command);
  });
}

/**
 * `assay experiments compare`: prints the comparison of an experiment with another one, or with the original replies
 * and its costs.
 * @throws as `withService`
 */
export function runCompare(id: string, otherId: string | undefined, command: ServiceCommand): Promise<void> {
  return withService(command, async ({ client: { experiments } }) => {
    if (otherId !== undefined)
      return printResult(
        await experiments.compare(id, otherId, { limit: 1 }),
        command,
        describeTwoExperiments,
      );
    const [comparison, experiment] = await Promise.all([
      experiments.baselineComparison(id),
      experiments.get(id, withoutIds),
    ]);
    printResult(comparison, command, () => describeComparison(comparison, experiment));
  });
}

/**
 * `assay experiments add`: adds conversations or an evaluator to an ended experiment, and prints which experiment has
 * the added items.
 * @throws as `withService`
 */
export async function runAdd(
  id: string,
  { conversations, set, filter, evaluator }: AddedItems,
  command: ServiceCommand,
): Promise<void> {
  const body = { conversation_ids: conversations, set, filter, evaluator_id: evaluator };
  printChanged(await withService(command, ({ client }) => client.experiments.addItems(id, body)), command);
}

/** `assay experiments retry`: retries the failed items. @throws as `withService` */
export async function runRetry(id: string, command: ServiceCommand): Promise<void> {
  printChanged(await withService(command, ({ client }) => client.experiments.retry(id)), command);
}

/** `assay experiments cancel`: starts no more items. @throws as `withService` */
export async function runCancel(id: string, command: ServiceCommand): Promise<void> {
  printChanged(await withService(command, ({ client }) => client.experiments.cancel(id)), command);
}

/** Prints an experiment that a command has created or changed. */
export function printChanged(experiment: Experiment, command: ServiceCommand): void {
  printResult(
    experiment,
    command,
    ({ id, name, status, status_summary: counts }) =>
      `Experiment ${id} "${oneLine(name)}" (${status}): ${counts.total} items, ` +
      `${counts.completed} completed, ${counts.pending} pending`,
  );
}
