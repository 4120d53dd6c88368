import { Command } from 'commander';

/** The command-line options, and the environment variable that each overrides. */
const options = {
  url: ['--url <address>', 'URL of the API', 'ASSAY_URL'],
  workspaceId: ['--workspace-id <uuid>', 'required with a user key', 'ASSAY_WORKSPACE_ID'],
  runnerId: ['--runner-id <name>', 'name of this runner, shown to users', 'RUNNER_ID'],
  strategy: ['--strategy <name>', 'list or llm', 'RUNNER_STRATEGY'],
  candidates: ['--candidates <file>', 'YAML or JSON file for the list strategy', 'RUNNER_CANDIDATES'],
  model: ['--model <name>', 'name or provider/name, for the llm strategy', 'RUNNER_MODEL'],
  rounds: ['--rounds <number>', 'maximum number of prompts of the llm strategy', 'RUNNER_ROUNDS'],
} as const;

type OptionName = keyof typeof options;

/**
 * Parses the command line of a runner and returns its settings under the names of the environment variables.
 * The API key is not an option, because command lines are visible to all users of a machine.
 */
export function parseRunnerCommand(argv: readonly string[]): {
  settings: Record<string, string>;
  isOnce: boolean;
} {
  const command = new Command('runner')
    .description('Work on optimization runs. The API key is read from ASSAY_API_KEY.')
    .option('--once', 'exit after the first run', false);
  for (const [flags, description, variable] of Object.values(options)) {
    command.option(flags, `${description} (${variable})`);
  }
  const { once, ...values } = command
    .parse(argv)
    .opts<Partial<Record<OptionName, string>> & { once: boolean }>();
  const settings = Object.entries(values).map(([name, value]) => [options[name as OptionName][2], value]);
  return { settings: Object.fromEntries(settings), isOnce: once };
}
