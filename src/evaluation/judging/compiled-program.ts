import { join } from 'node:path';
import { packageRoot } from '../../platform/package-root';

/** A program of this folder as `npm run build` compiles it: threads and processes do not run TypeScript. */
export function compiledProgram(name: 'judging-thread' | 'judging-process'): string {
  return join(packageRoot, 'dist/src/evaluation/judging', `${name}.js`);
}
