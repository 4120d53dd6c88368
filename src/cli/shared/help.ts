import type { Command } from 'commander';
import { FAILED, STOPPED } from './exit';

export interface CommandHelp {
  /** Command lines, each with what it does. */
  examples: readonly (readonly [commandLine: string, effect: string])[];
  /** In addition to that of a command that could not run. */
  exitCodes: readonly (readonly [code: number, meaning: string])[];
  /** A page of the documentation with its section, such as `measuring.md#assay-detect`. */
  page: string;
}

const failure = [
  FAILED,
  'could not run: the command line, settings, files, or an error of the service',
] as const;

/** Adds examples, the exit codes and the page of the documentation to the help of a command. */
export function withHelp(command: Command, { examples, exitCodes, page }: CommandHelp): Command {
  const codes = exitCodes.some(([code]) => code === FAILED) ? exitCodes : [...exitCodes, failure];
  const sorted = codes.toSorted(([one], [other]) => one - other);
  const width = Math.max(...sorted.map(([code]) => String(code).length));
  return command.addHelpText(
    'after',
    [
      '',
      'Examples:',
      ...examples.flatMap(([commandLine, effect]) => [`  # ${effect}`, `  ${commandLine}`]),
      '',
      'Exit codes:',
      ...sorted.map(([code, meaning]) => `  ${String(code).padStart(width)}  ${meaning}`),
      '',
      `Documentation: docs/${page}`,
    ].join('\n'),
  );
}

/** The exit codes of all commands, as in docs/cli.md. */
const generalCodes = [
  [0, 'done'],
  [1, 'done, with a result that a script may want to stop at'],
  failure,
  [3, 'detect: nothing could be judged; gate: undecided'],
  [STOPPED, 'stopped by a signal, or stdout was closed'],
] as const;

/** Adds help to a command that has only other commands. */
export function withGroupHelp(group: Command, examples: CommandHelp['examples']): Command {
  return withHelp(group, { examples, exitCodes: generalCodes, page: 'cli.md' });
}
