import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of this library's sources, weights and data, from its sources and from their build in `dist` alike. */
export const packageFolder: string = findFolder(__dirname);

function findFolder(start: string): string {
  const folder = join(start, 'packages/detector');
  return existsSync(join(folder, 'models')) ? folder : findFolder(dirname(start));
}
