import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageRoot } from '../../../src/platform/package-root';
import {
  allImports,
  type Import,
  sourceImports as imports,
  isWithin,
  sourceFiles,
} from '../../support/source-imports';
import { importTable, scopedEntry, unscopedEntries } from './import-table';
import { listRooms } from './pages';

/** The longest name of the table that a file is in. */
function roomOf(file: string): string {
  const rooms = Object.keys(importTable).filter((room) => isWithin(file, room));
  return rooms.sort((a, b) => b.length - a.length)[0] ?? '';
}

function isAllowed({ from, to }: Import): boolean {
  const [own, other] = [roomOf(from), roomOf(to)];
  if (own === other) return true;
  const allowed = importTable[own] ?? [];
  return allowed.some((room) => (room === other || room.startsWith(`${other}/`)) && isWithin(to, room));
}

/** Groups of nodes that reach each other. Tarjan, "Depth-first search and linear graph algorithms" (1972). */
function findCycles(edges: readonly (readonly [from: string, to: string])[]): string[][] {
  const next = new Map<string, Set<string>>();
  for (const [from, to] of edges) {
    if (from !== to) next.set(from, (next.get(from) ?? new Set()).add(to));
  }
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (node: string): number => {
    const position = order.size;
    order.set(node, position);
    low.set(node, position);
    stack.push(node);
    for (const other of next.get(node) ?? []) {
      if (!order.has(other)) visit(other);
      if (stack.includes(other)) low.set(node, Math.min(low.get(node) ?? 0, low.get(other) ?? 0));
    }
    if (low.get(node) === position) {
      const group = stack.splice(stack.indexOf(node));
      if (group.length > 1) cycles.push(group.sort());
    }
    return position;
  };
  for (const node of next.keys()) if (!order.has(node)) visit(node);
  return cycles;
}

const show = ({ from, to }: Import) => `${from} imports ${to}`;

it('imports between rooms only what the table allows', () => {
  expect(imports.length).toBeGreaterThan(sourceFiles.length);
  expect(imports.filter((one) => !isAllowed(one)).map(show)).toEqual([]);
});

const libraryOf = (file: string): string | null => /^packages\/[^/]+/.exec(file)?.[0] ?? null;

it('enters a library by its door alone', () => {
  const entering = allImports.filter(
    ({ from, to }) => libraryOf(to) !== null && libraryOf(to) !== libraryOf(from),
  );

  expect(entering.length).toBeGreaterThan(0);
  expect(entering.filter(({ to }) => to !== `${libraryOf(to)}/index.ts`).map(show)).toEqual([]);
});

it('imports no part of the service into a library, its tests and benchmarks included', () => {
  const service = ['src', 'workflows', 'activities', 'web'];
  const leaving = allImports.filter(
    ({ from, to }) => libraryOf(from) !== libraryOf(to) && libraryOf(from) !== null,
  );

  expect(leaving.length).toBeGreaterThan(0);
  expect(leaving.filter(({ to }) => service.some((root) => isWithin(to, root))).map(show)).toEqual([]);
});

/** The README of the client is for its users: npm shows it. */
const libraries = [...new Set(allImports.map(({ to }) => libraryOf(to)))].filter(
  (library): library is string => library !== null && library !== 'packages/client',
);

it.each([...libraries, ...listRooms()])('explains %s in at most 25 lines', (place) => {
  const readme = readFileSync(join(packageRoot, place, 'README.md'), 'utf8');

  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(25);
});

it('has no room in the table that is not used', () => {
  const unused = Object.entries(importTable).flatMap(([room, allowed]) =>
    allowed
      .filter((other) => !imports.some(({ from, to }) => roomOf(from) === room && isWithin(to, other)))
      .map((other) => `${room} imports ${other}`),
  );
  expect(unused).toEqual([]);
});

it.each<[string, (file: string) => string]>([
  ['rooms', roomOf],
  ['folders', (file) => dirname(file)],
  ['files', (file) => file],
])('has no cycle between %s', (_, nodeOf) => {
  expect(findCycles(imports.map(({ from, to }) => [nodeOf(from), nodeOf(to)]))).toEqual([]);
});

it('finds cycles, and nothing else', () => {
  const edges = ['ab', 'bc', 'ca', 'cd', 'de', 'fe', 'gh', 'hg', 'aa'];
  expect(findCycles(edges.map(([from = '', to = '']) => [from, to]))).toEqual([
    ['a', 'b', 'c'],
    ['g', 'h'],
  ]);
});

/** The models of messages and conversations, which the repositories of any room may read. */
const readAnywhere = [
  'src/conversations/storage/conversation.model.ts',
  'src/conversations/storage/stored-message.model.ts',
];
const WRITE = /\.(?:insert|update|replace|delete|bulkWrite|findOneAnd|findByIdAnd|create|save)\w*\(/;

it('lets only the repositories of a folder import its models, but for reads of messages', () => {
  const stored = imports.filter(({ to }) => to.endsWith('.model.ts'));
  const foreign = stored.filter(({ from, to }) => !isWithin(dirname(from), dirname(to)));
  const readers = foreign.filter(
    ({ from, to }) => readAnywhere.includes(to) && from.endsWith('.repository.ts'),
  );

  expect(stored.length).toBeGreaterThan(0);
  expect(foreign.filter((one) => !readers.includes(one)).map(show)).toEqual([]);
  expect(readers.length).toBeGreaterThan(0);
  expect(
    readers.filter(({ from }) => WRITE.test(readFileSync(join(packageRoot, from), 'utf8'))).map(show),
  ).toEqual([]);
});

/** The files that an entry imports, directly or through others. */
function reachedFrom(entry: string): Set<string> {
  const reached = new Set([entry]);
  for (const file of reached) for (const { from, to } of imports) if (from === file) reached.add(to);
  return reached;
}

it('lets workers and migrations read across workspaces, and nothing that the api runs', () => {
  const unscoped = sourceFiles.filter((file) => file.endsWith('.unscoped.repository.ts'));
  const [ofApi, ofWorkspaces] = [
    reachedFrom(scopedEntry),
    new Set(unscopedEntries.flatMap((entry) => [...reachedFrom(entry)])),
  ];

  expect(unscoped.length).toBeGreaterThan(0);
  expect(unscoped.filter((file) => ofApi.has(file))).toEqual([]);
  expect(unscoped.filter((file) => !ofWorkspaces.has(file))).toEqual([]);
});
