import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of package.json: an ancestor of this file both as source and compiled. */
export const packageRoot: string = findRoot(__dirname);

function findRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findRoot(dirname(folder));
}
