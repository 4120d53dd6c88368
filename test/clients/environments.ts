import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { engineCacheDir } from '../../packages/engines';

const run = promisify(execFile);
const locks = join(__dirname, 'environments');
const cache = join(engineCacheDir(process.env), '../clients');
const INSTALL_LIMIT_MS = 10 * 60_000;

/** An installed environment: the folder that programs have to be in, and the interpreter. */
export interface Environment {
  folder: string;
  interpreter: string;
}

/**
 * The packages of a lock file, installed once and stored next to the engines. The name of its folder has the digest
 * of the lock file, so that a change installs again.
 */
export async function installEnvironment(name: string): Promise<Environment> {
  const isPython = existsSync(join(locks, `${name}.txt`));
  const lock = join(locks, isPython ? `${name}.txt` : `${name}/package-lock.json`);
  const digest = createHash('sha256')
    .update(await readFile(lock))
    .digest('hex');
  const folder = join(cache, `${name}-${digest.slice(0, 12)}`);
  if (!existsSync(join(folder, 'complete'))) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await (isPython ? installPython(folder, lock) : installJavaScript(folder, join(locks, name)));
    await writeFile(join(folder, 'complete'), '');
  }
  const ownNode = join(folder, 'node_modules/node/bin/node');
  const node = existsSync(ownNode) ? ownNode : process.execPath;
  return { folder, interpreter: isPython ? join(folder, 'bin/python') : node };
}

async function installPython(folder: string, lock: string): Promise<void> {
  await run('python3', ['-m', 'venv', folder], { timeout: INSTALL_LIMIT_MS });
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps', '-r', lock];
  await run(join(folder, 'bin/python'), pip, { timeout: INSTALL_LIMIT_MS });
}

async function installJavaScript(folder: string, project: string): Promise<void> {
  await cp(project, folder, { recursive: true });
  await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, timeout: INSTALL_LIMIT_MS });
}

/** Writes a program and the files next to it into a new folder of the environment. */
export async function placeProgram(
  { folder }: Environment,
  name: string,
  files: Record<string, string>,
): Promise<string> {
  const target = join(folder, 'programs', name);
  const arriving = `${target}.${process.pid}`;
  await mkdir(arriving, { recursive: true });
  for (const [file, text] of Object.entries(files)) await writeFile(join(arriving, file), text);
  await rm(target, { recursive: true, force: true });
  await rename(arriving, target);
  return target;
}
