import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../src/platform/package-root';
import { sourceFiles } from '../../support/source-imports';

const READ =
  /(?:Model|[cC]ollection)(?:<[^>]*>)?(?:\([^()]*\))?\s*\.(?:find|findOne|findById|aggregate|countDocuments|distinct|exists)\b/;
const NAME = /^(export )?(?:async )?(?:function\*? |const )(\w+)/;

/** A function or constant at the top level of a file. */
interface Declaration {
  name: string;
  isExported: boolean;
  docstring: string;
  text: string;
}

function declarationsOf(source: string): Declaration[] {
  const starts = [...source.matchAll(/^(?:export |async |function|const )/gm)].map(({ index }) => index);
  return starts.map((start, at) => {
    const text = source.slice(start, starts[at + 1]);
    const [, exported, name = ''] = NAME.exec(text) ?? [];
    const docstring = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*$/.exec(source.slice(0, start))?.[0] ?? '';
    return { name, isExported: exported !== undefined, docstring, text };
  });
}

/** The first list of parameters of a declaration. */
function parametersOf({ text }: Declaration): string {
  const start = /(?:function\*? \w+|async|=)\s*(?:<[^>]*>)?\s*(?=\()/.exec(text);
  if (start === null) return '';
  const rest = text.slice(start.index + start[0].length);
  let depth = 0;
  for (const [index, character] of [...rest].entries()) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth === 0) return rest.slice(0, index);
  }
  return rest;
}

/** Types that name the workspace of a read. */
const SCOPED_TYPES = /\bworkspaceId\b|\bConversationKey\b|\bExperimentKey\b/;

/** The exported functions of a repository that read documents by no workspace, and do not say what else limits them. */
function listUnscoped(source: string): string[] {
  const declarations = declarationsOf(source);
  const reads = ({ name, text }: Declaration, seen: readonly string[] = []): boolean =>
    READ.test(text) ||
    declarations.some(
      (other) =>
        other.name !== name &&
        !seen.includes(other.name) &&
        new RegExp(`\\b${other.name}\\(`).test(text) &&
        reads(other, [...seen, name]),
    );
  return declarations
    .filter((one) => one.isExported && reads(one))
    .filter((one) => !SCOPED_TYPES.test(parametersOf(one)) && !one.docstring.includes('Scoped by '))
    .map(({ name }) => name);
}

const repositories = sourceFiles
  .filter((file) => file.endsWith('.repository.ts'))
  .map((file) => ({ file, source: readFileSync(join(packageRoot, file), 'utf8') }));
/** Files that read a model without being its repository, and what limits their reads. */
const otherReaders: Record<string, string> = {
  'src/evaluation/llm-judge/mongo-judge-reply-cache.ts':
    'a key, which is a digest of the id of an evaluation',
};
const isUnscoped = (file: string) => file.endsWith('.unscoped.repository.ts');

it('reads one workspace in every repository, unless its name says that it reads all', () => {
  const scoped = repositories.filter(({ file }) => !isUnscoped(file));
  const found = scoped.flatMap(({ file, source }) => listUnscoped(source).map((name) => `${file}: ${name}`));
  expect(found).toEqual([]);
});

it('reads models in repositories alone', () => {
  const readers = sourceFiles.filter(
    (file) =>
      file.startsWith('src/') &&
      !file.startsWith('src/platform/') &&
      !file.endsWith('.repository.ts') &&
      READ.test(readFileSync(join(packageRoot, file), 'utf8')),
  );
  expect(readers).toEqual(Object.keys(otherReaders));
});

it('names every read across workspaces so', () => {
  const unnamed = repositories
    .filter(({ file }) => isUnscoped(file))
    .flatMap(({ source }) => listUnscoped(source))
    .filter((name) => !name.endsWith('Unscoped'));
  expect(unnamed).toEqual([]);
});

it.each([
  ['a read by id', 'export async function findItem(id: string) {\n  return ItemModel.findById(id);\n}\n'],
  [
    'a workspace in its result alone',
    'export function list(at: Date): Promise<{ workspaceId: string }[]> {\n  return collection().find({ at });\n}\n',
  ],
  [
    'a read through a private function',
    'export function findItem(id: string) {\n  return load(id);\n}\n\nfunction load(id: string) {\n  return ItemModel.findOne({ id });\n}\n',
  ],
  [
    'a read with the driver',
    'export function list(at: Date) {\n  return driverCollection<Item>(ItemModel)\n    .find({ at });\n}\n',
  ],
  [
    'a batched read',
    'export const findItem = createBatcher({ limit: 2 }, async (ids: string[]) => ItemModel.find({ ids }));\n',
  ],
])('finds %s', (_, source) => {
  expect(listUnscoped(source)).toHaveLength(1);
});

it.each([
  [
    'a read of a workspace',
    'export async function find(workspaceId: string, id: string) {\n  return ItemModel.findOne({ _id: id, workspaceId });\n}\n',
  ],
  [
    'a read that says what limits it',
    '/** Scoped by the user. */\nexport function list(userId: string) {\n  return ItemModel.find({ userId });\n}\n',
  ],
  ['a write', 'export function remove(id: string) {\n  return ItemModel.deleteOne({ id });\n}\n'],
])('accepts %s', (_, source) => {
  expect(listUnscoped(source)).toEqual([]);
});
