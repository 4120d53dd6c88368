import { Command } from 'commander';

/** Each option of the command line, and the variable of the environment that it goes before. */
const options = {
  url: ['--url <address>', 'where the api is', 'ASSAY_URL'],
  workspaceId: ['--workspace-id <uuid>', 'needed with a user-scoped key', 'ASSAY_WORKSPACE_ID'],
  runnerId: ['--runner-id <name>', 'what people who look at a run see', 'RUNNER_ID'],
  strategy: ['--strategy <name>', 'list or llm', 'RUNNER_STRATEGY'],
  candidates: ['--candidates <file>', 'YAML or JSON, for list', 'RUNNER_CANDIDATES'],
  model: ['--model <name>', 'name or provider/name, for llm', 'RUNNER_MODEL'],
  rounds: ['--rounds <number>', 'how many prompts llm proposes at most', 'RUNNER_ROUNDS'],
} as const;

type OptionName = keyof typeof options;

/**
 * Reads the command line of a runner: the settings it gives, under the names they have in the environment. The API
 * key is no option, because everybody on a machine sees the command lines of all processes.
 */
export function parseRunnerCommand(argv: readonly string[]): {
  settings: Record<string, string>;
  isOnce: boolean;
} {
  const command = new Command('runner')
    .description('Work on optimization runs. The API key is read from ASSAY_API_KEY.')
    .option('--once', 'end after the first run', false);
  for (const [flags, description, variable] of Object.values(options)) {
    command.option(flags, `${description} (${variable})`);
  }
  const { once, ...given } = command
    .parse(argv)
    .opts<Partial<Record<OptionName, string>> & { once: boolean }>();
  const settings = Object.entries(given).map(([name, value]) => [options[name as OptionName][2], value]);
  return { settings: Object.fromEntries(settings), isOnce: once };
}
