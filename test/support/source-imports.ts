import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { packageRoot } from '../../src/platform/package-root';

/** One import, by paths from the root of the repository. */
export interface Import {
  from: string;
  to: string;
}

const SOURCE = /\.(ts|tsx)$/;
// Static and dynamic imports, re-exports and resolved paths, of types too.
const SPECIFIER = /(?:\bfrom|\bimport|\brequire\.resolve)\s*\(?\s*'(\.{1,2}\/[\w./-]+)'/g;

/** The source files of the service and the dashboard. */
export const sourceFiles = ['src', 'workflows', 'activities', 'web/src'].flatMap((root) =>
  readdirSync(join(packageRoot, root), { recursive: true, encoding: 'utf8' })
    .filter((path) => SOURCE.test(path))
    .map((path) => posix.join(root, path)),
);

/** Every import between source files. */
export const sourceImports: Import[] = sourceFiles.flatMap((from) => {
  const text = readFileSync(join(packageRoot, from), 'utf8');
  return [...text.matchAll(SPECIFIER)].map(([, target = '']) => ({
    from,
    to: resolve(posix.join(dirname(from), target)),
  }));
});

function resolve(path: string): string {
  const source = path.replace(/\.js$/, '');
  const candidates = [path, `${source}.ts`, `${source}.tsx`, `${source}.d.ts`, `${source}/index.ts`];
  const found = candidates.find((candidate) => sourceFiles.includes(candidate));
  if (found !== undefined) return found;
  if (existsSync(join(packageRoot, path))) return path;
  throw new Error(`${path} is imported and does not exist`);
}

export const isWithin = (path: string, room: string) => path === room || path.startsWith(`${room}/`);
