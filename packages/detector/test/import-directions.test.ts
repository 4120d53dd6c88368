import { dirname, relative } from 'node:path';
import { isWithin, sourceImports } from '../../../test/support/source-imports';

const root = 'packages/detector';

/** The folders of the detector, each of which imports those before it alone; the last one has the door. */
const folders = [
  ...[
    'base',
    'contract',
    'vectors',
    'gazetteers',
    'text',
    'values',
    'claims',
    'evidence',
    'checks',
    'arguments',
  ],
  ...['model/features', 'model', ''],
];

const rankOf = (path: string) => folders.indexOf(relative(root, dirname(path)));
const imports = sourceImports.filter(({ from, to }) =>
  [from, to].every((file) => isWithin(file, root) && !isWithin(file, `${root}/training`)),
);

it('has folders whose imports point one way', () => {
  expect(imports.filter(({ from, to }) => rankOf(from) === -1 || rankOf(to) === -1)).toEqual([]);
  expect(imports.filter(({ from, to }) => rankOf(from) < rankOf(to))).toEqual([]);
});
