import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { engineCacheDir } from '../../packages/engines';

const INSTALL_LIMIT_MS = 180_000;

export interface PythonPackages {
  /** Of the environment, next to the engines. */
  folder: string;
  /** As pip names them. */
  packages: string[];
  /** A program that fails without them. */
  imports: string;
}

/**
 * A Python with these packages, created once and stored next to the engines; else the reason why there is none.
 * Synchronous, because the names of tests depend on it.
 */
export function findPython(wanted: PythonPackages): { python: string } | { missing: string } {
  const folder = join(engineCacheDir(process.env), '..', wanted.folder);
  const python = join(folder, 'bin', 'python');
  if (hasPackages(python, wanted)) return { python };
  if (run('python3', ['--version']) !== 0) return { missing: 'there is no python3' };
  if (run('python3', ['-m', 'venv', folder]) !== 0) return { missing: 'python3 has no venv' };
  run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...wanted.packages]);
  return hasPackages(python, wanted) ? { python } : { missing: 'PyPI cannot be reached' };
}

function hasPackages(python: string, { imports }: PythonPackages): boolean {
  return existsSync(python) && run(python, ['-c', imports]) === 0;
}

function run(command: string, args: string[]): number | null {
  return spawnSync(command, args, { stdio: 'ignore', timeout: INSTALL_LIMIT_MS }).status;
}
