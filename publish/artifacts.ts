import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../src/platform/package-root';

/** Where `npm run release` writes, by kind of artifact. */
export const releaseFolder: string = join(packageRoot, 'dist/release');

/** A file of the clone. */
export function readRoot(path: string): string {
  return readFileSync(join(packageRoot, path), 'utf8');
}

export interface Manifest {
  name: string;
  version: string;
  [field: string]: unknown;
}

export function readManifest(path: string): Manifest {
  return JSON.parse(readRoot(path));
}
