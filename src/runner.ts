import { parseRunnerCommand } from './optimization/runner/runner-command';
import { exitWithFailure } from './platform/process-lifetime';
import { runRunnerProcess } from './runner-runtime';

/** The runner process of a container, which has its settings from the environment; a person starts `assay runner`. */
async function main(): Promise<void> {
  const { settings, isOnce } = parseRunnerCommand(process.argv);
  await runRunnerProcess(settings, isOnce);
}

main().catch(exitWithFailure);
