import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCatalog } from '../../../src/platform/errors/app-error';
import { packageRoot } from '../../../src/platform/package-root';
import { sourceFiles } from '../../support/source-imports';

const CONSTRUCTION = /new AppError\(\s*([^,]+),/g;

/** Every code that is constructed, or the expression of it, with its file. */
const constructions = sourceFiles.flatMap((file) =>
  [...readFileSync(join(packageRoot, file), 'utf8').matchAll(CONSTRUCTION)].map(([, code = '']) => ({
    file,
    code,
  })),
);

/** Files that construct errors of a variable code: copies of other errors, and the messages of API keys in a table. */
const variable = [
  'src/access/api-keys/key-verification.ts',
  'src/conversations/transfer/conversation-import.ts',
  'src/optimization/runs/optimization-workflows.ts',
  'src/platform/errors/app-error.ts',
  'src/providers/model-registry.ts',
];

it.each(Object.keys(errorCatalog))('words %s in one place', (code) => {
  const places = constructions.filter((one) => one.code === `'${code}'`).map(({ file }) => file);
  expect(places.slice(1)).toEqual([]);
});

it('copies errors in known places alone', () => {
  const found = constructions.filter(({ code }) => !code.startsWith("'")).map(({ file }) => file);
  expect([...new Set(found)].sort()).toEqual(variable);
});
