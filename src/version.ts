import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version in package.json, which lies two folders above the compiled file and one above the source. */
export const version: string = readVersion(['..', '../..']);

function readVersion(folders: string[]): string {
  for (const folder of folders) {
    try {
      return (
        JSON.parse(readFileSync(join(__dirname, folder, 'package.json'), 'utf8')) as { version: string }
      ).version;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  throw new Error('package.json was not found');
}
