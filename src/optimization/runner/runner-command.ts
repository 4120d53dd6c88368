import { Command, InvalidArgumentError, Option } from 'commander';
import { MAX_ROUNDS, runnerStrategies } from './strategies/strategy-settings';

type RunnerOption = readonly [
  flags: string,
  description: string,
  variable: string,
  restrict?: (option: Option) => Option,
];

/** The command-line options, and the environment variable that each overrides. */
const options = {
  runnerId: ['--runner-id <name>', 'name of this runner, shown to users', 'RUNNER_ID'],
  strategy: [
    '--strategy <name>',
    runnerStrategies.join(' or '),
    'RUNNER_STRATEGY',
    (option) => option.choices(runnerStrategies),
  ],
  candidates: ['--candidates <file>', 'YAML or JSON file for the list strategy', 'RUNNER_CANDIDATES'],
  model: ['--model <name>', 'name or provider/name, for the llm strategy', 'RUNNER_MODEL'],
  rounds: [
    '--rounds <number>',
    'maximum number of prompts of the llm strategy',
    'RUNNER_ROUNDS',
    (option) => option.argParser(checkRounds),
  ],
} satisfies Record<string, RunnerOption>;

/** The values of `addRunnerOptions`. */
export type RunnerOptions = Partial<Record<keyof typeof options, string>> & { once: boolean };

/** Adds the options of a runner to a command. */
export function addRunnerOptions(command: Command): Command {
  command.option('--once', 'exit after the first run', false);
  for (const [flags, description, variable, restrict] of Object.values<RunnerOption>(options)) {
    const option = new Option(flags, `${description} (${variable})`);
    command.addOption(restrict?.(option) ?? option);
  }
  return command;
}

function checkRounds(text: string): string {
  if (!/^[1-9]\d*$/.test(text) || Number(text) > MAX_ROUNDS)
    throw new InvalidArgumentError(`Expected a whole number from 1 to ${MAX_ROUNDS}.`);
  return text;
}

/** The values of options under the names of the environment variables. */
export function toRunnerSettings(values: RunnerOptions): Record<string, string> {
  return Object.fromEntries(
    Object.entries(options).flatMap(([name, [, , variable]]) => {
      const value = values[name as keyof typeof options];
      return value === undefined ? [] : [[variable, value]];
    }),
  );
}

/** Parses the command line of a runner whose service is named by the environment. */
export function parseRunnerCommand(argv: readonly string[]): {
  settings: Record<string, string>;
  isOnce: boolean;
} {
  const command = new Command('runner').description('Work on optimization runs of the service at ASSAY_URL.');
  const values = addRunnerOptions(command).parse(argv).opts<RunnerOptions>();
  return { settings: toRunnerSettings(values), isOnce: values.once };
}
