#!/usr/bin/env node
import { Command } from 'commander';
import { version } from '../platform/version';
import { registerDetect, registerMeasure } from './detector-commands';
import { registerDoctor } from './doctor-commands';
import { registerExperiments } from './experiments-commands';
import { registerReview } from './review-commands';
import { registerTransfer } from './transfer-commands';
import { runUp } from './up.command';
import { registerUsers } from './users-commands';

// A command loads what it needs when it runs: all of them together take most of a second.
const program = new Command('assay')
  .description('Find hallucinations in LLM conversations, highlighted character by character.')
  .version(version);

program
  .command('up')
  .description('start engines, api and worker; print a line of JSON when ready')
  .action(() => runUp({ env: process.env }));

program
  .command('migrate')
  .description('create indexes, search attributes and, in an empty database, the first user')
  .action(async () => {
    const { runMigrate } = await import('./migrate.command.js');
    await runMigrate();
  });

program
  .command('bootstrap')
  .description('create the first user and workspace of an empty database; the password is read from stdin')
  .requiredOption('--email <address>')
  .option('--workspace <name>', 'name of the workspace', 'Default workspace')
  .action(async (options: { email: string; workspace: string }) => {
    const { runBootstrap } = await import('./bootstrap.command.js');
    await runBootstrap({ ...options, input: process.stdin });
  });

program
  .command('demo')
  .description(
    'start the service, check conversations, and run two experiments and an optimization run on them',
  )
  .option(
    '--data <file>',
    'NDJSON of {messages, tools?}, plain or gzipped, instead of the sample conversations',
  )
  .action(async (options: { data?: string }) => {
    const { runDemo } = await import('./demo.command.js');
    await runDemo({ env: process.env, dataPath: options.data ?? null });
  });

program
  .command('plan')
  .description(
    'say how many conversations an effect needs; asks the service at ASSAY_URL with the key in ASSAY_API_KEY',
  )
  .option(
    '--min-effect <points>',
    'smallest difference of the issue rates to find, in percentage points',
    Number,
    5,
  )
  .option('--alpha <probability>', 'of a false difference', Number, 0.05)
  .option('--power <probability>', 'of finding a difference of this size', Number, 0.8)
  .option('--samples <count>', 'replies to each conversation (1 to 10)', Number, 1)
  .action(async (options: { minEffect: number; alpha: number; power: number; samples: number }) => {
    const { runPlan } = await import('./plan.command.js');
    await runPlan({ ...options, env: process.env, output: process.stdout });
  });

registerDetect(program);
registerMeasure(program);
registerExperiments(program);
registerReview(program);
registerDoctor(program);
registerTransfer(program);
registerUsers(program);

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
