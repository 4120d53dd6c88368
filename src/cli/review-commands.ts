import type { Command } from 'commander';

/** Registers `assay review …`, a client of a running service. */
export function registerReview(program: Command): void {
  program
    .command('review')
    .description('read reviews of the service at ASSAY_URL with the key in ASSAY_API_KEY')
    .command('agreement <queue-id>')
    .description('say how far the reviewers of a queue agree, by label, reviewer and pair')
    .action(async (queueId: string) => {
      const { runAgreement } = await import('./review.command.js');
      await runAgreement(queueId, { env: process.env, output: process.stdout });
    });
}
