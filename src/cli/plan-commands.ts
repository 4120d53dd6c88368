import type { Command } from 'commander';
import type { PlanOptions } from './plan.command';
import { withServiceOptions } from './shared/connection/service-options';
import { runCommand } from './shared/exit';
import { withHelp } from './shared/help';
import { parseCount, parseNumber } from './shared/parse-options';

/** Registers `assay plan`, a client of a running service. */
export function registerPlan(program: Command): void {
  const plan = program
    .command('plan')
    .description('say how many conversations an effect needs, by what the workspace has measured')
    .option(
      '--min-effect <points>',
      'smallest difference of the issue rates to find, in percentage points',
      parseNumber,
      5,
    )
    .option('--alpha <probability>', 'of a false difference', parseNumber, 0.05)
    .option('--power <probability>', 'of finding a difference of this size', parseNumber, 0.8)
    .option('--samples <count>', 'replies to each conversation (1 to 10)', parseCount, 1)
    .action((flags: Omit<PlanOptions, 'env' | 'output'>) =>
      runCommand(flags, async (command) => (await import('./plan.command.js')).runPlan(command)),
    );
  withHelp(withServiceOptions(plan), {
    examples: [['assay plan --min-effect 2', 'conversations for a difference of 2 points']],
    exitCodes: [[0, 'printed']],
    page: 'experiments.md#how-many-conversations',
  });
}
