import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { engineCacheDir } from '../../packages/engines';
import { log } from '../run-benchmark';

/**
 * The folder of a peer in the cache, next to the engines. `install` fills it the first time; a folder that it left
 * incomplete is not used.
 */
export async function installOnce(
  name: string,
  install: (folder: string) => Promise<unknown>,
): Promise<string> {
  const folder = join(engineCacheDir(process.env), '..', 'peers', name);
  if (existsSync(folder)) return folder;
  log(`Installing ${name} into ${folder} (once, takes some minutes)`);
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  await install(partial);
  renameSync(partial, folder);
  return folder;
}
