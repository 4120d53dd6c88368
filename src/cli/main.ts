#!/usr/bin/env node
import { Command } from 'commander';
import { version } from '../platform/version';
import { runBootstrap } from './bootstrap.command';
import { runDemo } from './demo.command';
import { registerDetect, registerMeasure } from './detector-commands';
import { registerDoctor } from './doctor-commands';
import { registerExperiments } from './experiments-commands';
import { runMigrate } from './migrate.command';
import { runPlan } from './plan.command';
import { registerReview } from './review-commands';
import { registerTransfer } from './transfer-commands';
import { runUp } from './up.command';
import { registerUsers } from './users-commands';

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
  .action(() => runMigrate());

program
  .command('bootstrap')
  .description('create the first user and workspace of an empty database; the password is read from stdin')
  .requiredOption('--email <address>')
  .option('--workspace <name>', 'name of the workspace', 'Default workspace')
  .action((options: { email: string; workspace: string }) =>
    runBootstrap({ ...options, input: process.stdin }),
  );

program
  .command('demo')
  .description(
    'start the service, check conversations, and run two experiments and an optimization run on them',
  )
  .option(
    '--data <file>',
    'NDJSON of {messages, tools?}, plain or gzipped, instead of the sample conversations',
  )
  .action((options: { data?: string }) => runDemo({ env: process.env, dataPath: options.data ?? null }));

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
  .action((options: { minEffect: number; alpha: number; power: number; samples: number }) =>
    runPlan({ ...options, env: process.env, output: process.stdout }),
  );

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
