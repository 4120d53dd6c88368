import { join } from 'node:path';
import { packageRoot } from '../../platform/package-root';

/**
 * The path of a program of this folder as compiled by `npm run build`: threads and processes do not run
 * TypeScript.
 */
export function compiledProgram(name: 'judging-thread' | 'judging-process'): string {
  return join(packageRoot, 'dist/src/evaluation/judging', `${name}.js`);
}
