import { type ChildProcess, fork, type StdioOptions, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

/** Engines get only the environment variables that a program needs, not the service's secrets. */
const ENGINE_VARIABLES = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'LC_ALL', 'TZ'];

/** Starts an engine in its own process group; its output is appended to `logPath`. */
export function spawnEngine(
  binary: string,
  args: string[],
  logPath: string,
  settings: Record<string, string> = {},
): ChildProcess {
  const inherited = ENGINE_VARIABLES.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  const env = { ...Object.fromEntries(inherited), ...settings };
  return withLogFile(logPath, (fd) =>
    spawn(binary, args, { detached: true, env, stdio: ['ignore', fd, fd] }),
  );
}

/**
 * Starts a Node.js program in its own process group, with an IPC channel that closes when this process dies.
 * Its output is appended to `logPath`. `execArgv`: options of Node.js.
 */
export function forkNode(
  script: string,
  args: string[],
  logPath: string,
  env: NodeJS.ProcessEnv,
  execArgv: string[] = [],
): ChildProcess {
  return withLogFile(logPath, (fd) => {
    const stdio: StdioOptions = ['ignore', fd, fd, 'ipc'];
    return fork(script, args, { detached: true, env, execArgv, stdio });
  });
}

function withLogFile(logPath: string, start: (fd: number) => ChildProcess): ChildProcess {
  mkdirSync(dirname(logPath), { recursive: true });
  const fd = openSync(logPath, 'a');
  try {
    return start(fd);
  } finally {
    closeSync(fd);
  }
}
