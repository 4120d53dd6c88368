import { standardStreams } from './standard-streams';

/** The exit code of a command line that is wrong, and of a command that could not run. */
export const FAILED = 2;

/** The exit code of a command that a signal has ended: 128 + SIGINT, as shells report it. */
export const STOPPED = 130;

/**
 * Sets the exit code that a command resolves to, 0 if it resolves to no number; reports an error as a failure, with `json` as JSON.
 */
export async function exitWith(
  running: Promise<unknown>,
  { json: isJson = false }: { json?: boolean } = {},
): Promise<void> {
  try {
    const code = await running;
    process.exitCode = typeof code === 'number' ? code : 0;
  } catch (error) {
    // Not before a command fails: help has to be fast.
    const { describeError } = await import('./describe-error.js');
    process.stderr.write(`${describeError(error, isJson)}\n`);
    process.exitCode = FAILED;
  }
}

/** Runs a command with the streams of the process, as `exitWith`. */
export function runCommand<Flags extends { json?: boolean }>(
  flags: Flags,
  run: (command: Flags & typeof standardStreams) => Promise<unknown>,
): Promise<void> {
  return exitWith(run({ ...flags, ...standardStreams }), flags);
}
