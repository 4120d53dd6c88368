import { type Command, Option } from 'commander';
import type { CreateOptions } from './create-experiment.command';
import type { AddedItems } from './experiments.command';
import {
  type ListArguments,
  type ServiceArguments,
  withListOptions,
  withServiceOptions,
} from './shared/connection/service-options';
import { runCommand, STOPPED } from './shared/exit';
import { withHelp } from './shared/help';
import { parseCount, parseNumber } from './shared/parse-options';

const load = () => import('./experiments.command.js');
const done = [0, 'done'] as const;
const watched = [
  [0, 'completed'],
  [1, 'failed or cancelled'],
  [STOPPED, 'stopped by a signal; the experiment continues'],
] as const;

/** Registers `assay experiments …`, a client of a running service. */
export function registerExperiments(program: Command): void {
  const experiments = program
    .command('experiments')
    .description('create, watch, read and extend experiments');
  registerCreate(experiments);
  registerWatch(experiments);

  const list = experiments
    .command('list')
    .description('list experiments, newest first')
    .action((flags: ListArguments) =>
      runCommand(flags, async (command) => (await load()).runListExperiments(command)),
    );
  withHelp(withServiceOptions(withListOptions(list)), {
    examples: [
      ['assay experiments list', 'show the newest 50'],
      ['assay experiments list --json | jq \'select(.status == "running") | .id\'', 'ids of those that run'],
    ],
    exitCodes: [done],
    page: 'experiments.md',
  });

  const show = experiments
    .command('show <id>')
    .description('show an experiment: settings, progress, issue rates, cost')
    .action((id: string, flags: ServiceArguments) =>
      runCommand(flags, async (command) => (await load()).runShowExperiment(id, command)),
    );
  withHelp(withServiceOptions(show), {
    examples: [['assay experiments show $ID --json | jq .metrics', 'all numbers']],
    exitCodes: [done],
    page: 'metrics.md',
  });

  const compare = experiments
    .command('compare <id> [other]')
    .description('compare an experiment with another one, or with the original replies')
    .action((id: string, other: string | undefined, flags: ServiceArguments) =>
      runCommand(flags, async (command) => (await load()).runCompare(id, other, command)),
    );
  withHelp(withServiceOptions(compare), {
    examples: [
      ['assay experiments compare $ID', 'against the original replies'],
      ['assay experiments compare $OLD $NEW', 'differences of the second from the first'],
    ],
    exitCodes: [done],
    page: 'experiments.md#compare',
  });

  registerChanges(experiments);
}

function registerCreate(experiments: Command): void {
  const create = experiments
    .command('create')
    .description('replay conversations with a model or a prompt, and judge the replies')
    .requiredOption('--model <name>', 'name, or provider/name')
    .option('--set <name>', 'conversations of a set: name, or name@version')
    .option('--conversations <ids...>', 'ids of conversations')
    .option('--filter <filter>', 'a message filter: conversations with at least one matching message')
    .option('--name <text>', 'name of the experiment; by default its model and conversations')
    .option('--system-prompt <file>', 'a prompt that replaces the first system message')
    .option('--pass-through', 'judge the original replies instead of generating new ones')
    .option('--samples <count>', 'replies to each conversation', parseCount)
    .option('--evaluator <id>', 'evaluator; by default that of the workspace')
    .option('--max-cost <dollars>', 'start no more items beyond it', parseNumber)
    .addOption(
      new Option(
        '--stop-when <test>',
        'end once new replies are better, worse or equal (two_sided), or worse or not worse (worse)',
      ).choices(['two_sided', 'worse']),
    )
    .option('--alpha <probability>', 'with --stop-when: of a wrong decision', parseNumber)
    .option(
      '--min-effect <points>',
      'with --stop-when: smallest difference that matters, in percentage points',
      parseNumber,
    )
    .option('--watch', 'show progress until it has ended')
    .option('--idempotency-key <key>', 'a repeated command with the same key creates nothing')
    .action(async (flags: CreateArguments) => {
      const selections = [flags.set, flags.conversations, flags.filter].filter(
        (given) => given !== undefined,
      );
      if (selections.length !== 1) create.error('error: give one of --set, --conversations and --filter');
      if (flags.stopWhen === undefined && (flags.alpha ?? flags.minEffect) !== undefined)
        create.error('error: --alpha and --min-effect need --stop-when');
      await runCommand(flags, async (command) =>
        (await import('./create-experiment.command.js')).runCreate(command),
      );
    });
  withHelp(withServiceOptions(create), {
    examples: [
      ['assay experiments create --set support --model openai/gpt-4.1-mini --watch', 'try a model on a set'],
      [
        "assay experiments create --filter 'tags.env = production' --model gpt-4.1 --system-prompt new.txt --max-cost 5",
        'try a prompt for at most 5 dollars',
      ],
      [
        'assay experiments create --set support --model gpt-4.1 --idempotency-key "$CI_PIPELINE_ID" --json | jq -r .id',
        'create it once per pipeline',
      ],
    ],
    exitCodes: [
      [0, 'created; with --watch: completed'],
      [1, 'with --watch: failed or cancelled'],
      watched[2],
    ],
    page: 'experiments.md',
  });
}

function registerWatch(experiments: Command): void {
  const watch = experiments
    .command('watch <id>')
    .description(
      'show the progress of an experiment until it has ended; waits through restarts of the service',
    )
    .action((id: string, flags: ServiceArguments) =>
      runCommand(flags, async (command) =>
        (await import('./watch-experiment.command.js')).runWatch(id, command),
      ),
    );
  withHelp(withServiceOptions(watch), {
    examples: [
      ['assay experiments watch $ID', 'show a bar on a terminal, otherwise a line for each change'],
      ['assay experiments watch $ID --json | tail -1 | jq .metrics', 'the numbers when it has ended'],
    ],
    exitCodes: watched,
    page: 'experiments.md#how-an-experiment-runs',
  });
}

function registerChanges(experiments: Command): void {
  const retry = experiments
    .command('retry <id>')
    .description('retry the failed items of an ended experiment')
    .action((id: string, flags: ServiceArguments) =>
      runCommand(flags, async (command) => (await load()).runRetry(id, command)),
    );
  withHelp(withServiceOptions(retry), {
    examples: [['assay experiments retry $ID && assay experiments watch $ID', 'retry, and wait for the end']],
    exitCodes: [done],
    page: 'experiments.md#cancel-and-retry',
  });

  const cancel = experiments
    .command('cancel <id>')
    .description('start no more items; results so far remain')
    .action((id: string, flags: ServiceArguments) =>
      runCommand(flags, async (command) => (await load()).runCancel(id, command)),
    );
  withHelp(withServiceOptions(cancel), {
    examples: [['assay experiments cancel $ID', 'end an experiment']],
    exitCodes: [done],
    page: 'experiments.md#cancel-and-retry',
  });

  const add = experiments
    .command('add <id>')
    .description('add conversations or an evaluator to an ended experiment; only what is missing runs')
    .option('--conversations <ids...>', 'ids of conversations')
    .option('--set <name>', 'a set of conversations: name, or name@version')
    .option('--filter <filter>', 'a message filter: conversations with at least one matching message')
    .option('--evaluator <id>', 'judge the stored replies by this evaluator, as a separate experiment')
    .action((id: string, flags: ServiceArguments & AddedItems) =>
      runCommand(flags, async (command) => (await load()).runAdd(id, flags, command)),
    );
  withHelp(withServiceOptions(add), {
    examples: [['assay experiments add $ID --set support@3', 'run what the set has in addition']],
    exitCodes: [done],
    page: 'experiments.md#add-conversations-or-an-evaluator',
  });
}

type CreateArguments = Omit<CreateOptions, 'env' | 'output' | 'messages'>;
