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

/** Made from the OpenAPI document by `npm run types`; a new checkout has none. */
const generated = ['packages/client/wire/schema.ts', 'web/src/api/schema.d.ts'];

/** Written by a build. */
export const isGenerated = (file: string) =>
  generated.includes(file) || file.startsWith('packages/client/dist/');

const listFiles = (root: string): string[] =>
  readdirSync(join(packageRoot, root), { recursive: true, encoding: 'utf8' })
    .filter((path) => SOURCE.test(path))
    .map((path) => posix.join(root, path));
const libraryFiles = listFiles('packages').filter((file) => !isGenerated(file));

/** The source files of the libraries, the service and the dashboard. */
export const sourceFiles = [
  ...libraryFiles.filter((file) => !/^packages\/[^/]+\/(?:bench|test)\//.test(file)),
  ...['src', 'workflows', 'activities', 'web/src'].flatMap(listFiles).filter((file) => !isGenerated(file)),
];

const allFiles = new Set([
  ...sourceFiles,
  ...libraryFiles,
  ...['bench', 'publish', 'test'].flatMap(listFiles),
]);

/** Every import, those of benchmarks, releases and tests included. */
export const allImports: Import[] = [...allFiles].flatMap((from) => {
  const text = readFileSync(join(packageRoot, from), 'utf8');
  return [...text.matchAll(SPECIFIER)].map(([, target = '']) => ({
    from,
    to: resolve(posix.join(dirname(from), target)),
  }));
});

/** Every import between source files. */
export const sourceImports = allImports.filter(({ from }) => sourceFiles.includes(from));

function resolve(path: string): string {
  const source = path.replace(/\.js$/, '');
  const candidates = [path, `${source}.ts`, `${source}.tsx`, `${source}.d.ts`, `${source}/index.ts`];
  const file = candidates.find((candidate) => allFiles.has(candidate) || generated.includes(candidate));
  if (file !== undefined) return file;
  if (existsSync(join(packageRoot, path))) return path;
  throw new Error(`${path} is imported and does not exist`);
}

export const isWithin = (path: string, room: string) => path === room || path.startsWith(`${room}/`);
