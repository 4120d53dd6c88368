import type { Command } from 'commander';
import {
  addRunnerOptions,
  type RunnerOptions,
  toRunnerSettings,
} from '../optimization/runner/runner-command';
import { type ConnectionFlags, withConnection } from './shared/connection/connection-options';
import { exitWith } from './shared/exit';
import { withHelp } from './shared/help';

/** Registers `assay runner`, which works on the optimization runs of a service. */
export function registerRunner(program: Command): void {
  const runner = addRunnerOptions(
    program.command('runner').description('work on optimization runs until stopped; logs to stdout'),
  ).action((flags: RunnerOptions & ConnectionFlags) => {
    const running = import('./runner.command.js');
    return exitWith(
      running.then(({ runRunnerCommand }) =>
        runRunnerCommand(flags, { settings: toRunnerSettings(flags), isOnce: flags.once, env: process.env }),
      ),
    );
  });
  withHelp(withConnection(runner), {
    examples: [
      ['assay runner --strategy list --candidates prompts.yaml', 'try the prompts of a file'],
      ['assay runner --strategy llm --model openai/gpt-4.1 --once', 'let a model write prompts, for one run'],
    ],
    exitCodes: [[0, 'stopped by a signal; with --once: a run was worked on']],
    page: 'runner.md',
  });
}
