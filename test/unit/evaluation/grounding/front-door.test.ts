import { dirname, relative } from 'node:path';
import { isWithin, sourceImports } from '../../../support/source-imports';

const grounding = 'src/evaluation/grounding';

/** The folders of the evaluator, each of which imports those before it alone; the last one is the front. */
const folders = [
  ...['vectors', 'gazetteers', 'text', 'evidence', 'checks', 'arguments'],
  ...['model/features', 'model', ''],
];

const rankOf = (path: string) => folders.indexOf(relative(grounding, dirname(path)));
const imports = sourceImports.filter(({ to }) => isWithin(to, grounding));

it('is imported by the rest of the service through one file', () => {
  const entering = imports.filter(({ from }) => !isWithin(from, grounding));

  expect(new Set(entering.map(({ to }) => to))).toEqual(new Set([`${grounding}/grounding-evaluator.ts`]));
});

it('has folders whose imports point one way', () => {
  const inside = imports.filter(({ from }) => isWithin(from, grounding));

  expect(inside.filter(({ from, to }) => rankOf(from) === -1 || rankOf(to) === -1)).toEqual([]);
  expect(inside.filter(({ from, to }) => rankOf(from) < rankOf(to))).toEqual([]);
});
