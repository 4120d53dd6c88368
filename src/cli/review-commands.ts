import type { Command } from 'commander';
import { type ServiceArguments, withServiceOptions } from './shared/connection/service-options';
import { runCommand } from './shared/exit';
import { withHelp } from './shared/help';

/** Registers `assay review …`, a client of a running service. */
export function registerReview(program: Command): void {
  const agreement = program
    .command('review')
    .description('read reviews')
    .command('agreement <queue-id>')
    .description('say how far the reviewers of a queue agree, by label, reviewer and pair')
    .action((queueId: string, flags: ServiceArguments) =>
      runCommand(flags, async (command) =>
        (await import('./review.command.js')).runAgreement(queueId, command),
      ),
    );
  withHelp(withServiceOptions(agreement), {
    examples: [['assay review agreement $QUEUE', 'kappa and F1']],
    exitCodes: [[0, 'printed']],
    page: 'review.md#agreement',
  });
}
