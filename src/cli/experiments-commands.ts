import type { Command } from 'commander';
import { runCompare } from './experiments.command';

/** Registers `assay experiments …`, a client of a running service. */
export function registerExperiments(program: Command): void {
  const experiments = program
    .command('experiments')
    .description('read experiments of the service at ASSAY_URL with the key in ASSAY_API_KEY');

  experiments
    .command('compare <id>')
    .description('compare an experiment with the original replies of its conversations')
    .action((id: string) => runCompare(id, { env: process.env, output: process.stdout }));
}
