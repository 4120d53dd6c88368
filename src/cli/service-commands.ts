import type { Command } from 'commander';
import { exitWith } from './shared/exit';
import { withHelp } from './shared/help';
import { runUp } from './up.command';

const stopped = [0, 'stopped by SIGINT or SIGTERM'] as const;

/** Registers the commands that start a service or prepare its database. */
export function registerService(program: Command): void {
  const up = program
    .command('up')
    .description('start engines, api and worker; print a line of JSON when ready')
    .action(() => exitWith(runUp({ env: process.env })));
  withHelp(up, {
    examples: [
      [
        "BOOTSTRAP_EMAIL=ada@example.com BOOTSTRAP_PASSWORD='correct horse battery' assay up",
        'a service with its data in .assay, and its first account',
      ],
      ['DATA_DIR=/var/lib/assay assay up', 'with its data in another folder'],
    ],
    exitCodes: [stopped],
    page: 'operations.md#processes',
  });

  const migrate = program
    .command('migrate')
    .description('create indexes, search attributes and, in an empty database, the first user')
    .action(() => exitWith(import('./migrate.command.js').then(({ runMigrate }) => runMigrate())));
  withHelp(migrate, {
    examples: [['assay migrate', 'before a new version of api and worker starts']],
    exitCodes: [[0, 'the database is ready']],
    page: 'operations.md#upgrade',
  });

  const bootstrap = program
    .command('bootstrap')
    .description('create the first user and workspace of an empty database; the password is read from stdin')
    .requiredOption('--email <address>')
    .option('--workspace <name>', 'name of the workspace', 'Default workspace')
    .action((options: { email: string; workspace: string }) => {
      const running = import('./bootstrap.command.js');
      return exitWith(running.then(({ runBootstrap }) => runBootstrap({ ...options, input: process.stdin })));
    });
  withHelp(bootstrap, {
    examples: [['assay bootstrap --email ada@example.com < password.txt', 'the first account']],
    exitCodes: [[0, 'the database has a user']],
    page: 'operations.md#deploy',
  });

  const demo = program
    .command('demo')
    .description(
      'start the service, check conversations, and run two experiments and an optimization run on them',
    )
    .option(
      '--data <file>',
      'NDJSON of {messages, tools?}, plain or gzipped, instead of the sample conversations',
    )
    .action(({ data }: { data?: string }) => {
      const running = import('./demo.command.js');
      return exitWith(running.then(({ runDemo }) => runDemo({ env: process.env, dataPath: data ?? null })));
    });
  withHelp(demo, {
    examples: [
      ['assay demo', 'with sample conversations, without a provider'],
      ['assay demo --data mine.jsonl', 'with your own'],
    ],
    exitCodes: [stopped],
    page: 'tutorial.md',
  });
}
