import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../src/platform/package-root';
import { sourceFiles } from '../../support/source-imports';
import { importTable } from './import-table';

/** What is outside imports from these: the doors of the libraries, the bundle of the workflows, and the package. */
const entries = [
  ...Object.keys(importTable)
    .filter((room) => room.startsWith('packages/'))
    .map((room) => `${room}/index.ts`),
  'workflows/index.ts',
];
const RE_EXPORT = /^export (?:type )?(?:\*|\{[^}]*\})(?! from '[^.])/m;

const read = (file: string) => readFileSync(join(packageRoot, file), 'utf8');

it('exports a name from the file that defines it alone', () => {
  const found = sourceFiles.filter((file) => RE_EXPORT.test(read(file)));
  expect(found.sort()).toEqual(entries.toSorted());
});

describe.each(sourceFiles.filter((file) => file.endsWith('.service.ts')))('%s', (file) => {
  it('exports one function, which creates the service, and its type', () => {
    const name = /([\w-]+)\.service\.ts$/.exec(file)?.[1] ?? '';
    const service = `${name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}Service`;
    const source = read(file);

    const values = [...source.matchAll(/^export (?:async )?(?:function\*?|const|class) (\w+)/gm)];

    expect(values.map(([, exported]) => exported)).toEqual([`create${service}`]);
    expect(source).toContain(`export type ${service} = ReturnType<typeof create${service}>;`);
  });
});
