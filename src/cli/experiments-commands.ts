import type { Command } from 'commander';
import type { AddedItems } from './experiments.command';

/** Registers `assay experiments …`, a client of a running service. */
export function registerExperiments(program: Command): void {
  const experiments = program
    .command('experiments')
    .description('read and extend experiments of the service at ASSAY_URL with the key in ASSAY_API_KEY');

  experiments
    .command('compare <id>')
    .description('compare an experiment with the original replies of its conversations')
    .action(async (id: string) => {
      const { runCompare } = await import('./experiments.command.js');
      await runCompare(id, { env: process.env, output: process.stdout });
    });

  experiments
    .command('add <id>')
    .description('add conversations or an evaluator to an ended experiment; only what is missing runs')
    .option('--conversations <ids...>', 'ids of conversations')
    .option('--set <name>', 'a set of conversations: name, or name@version')
    .option('--filter <filter>', 'a message filter: conversations with at least one matching message')
    .option('--evaluator <id>', 'judge the stored replies by this evaluator, as a separate experiment')
    .action(async (id: string, added: AddedItems) => {
      const { runAdd } = await import('./experiments.command.js');
      await runAdd(id, added, { env: process.env, output: process.stdout });
    });
}
