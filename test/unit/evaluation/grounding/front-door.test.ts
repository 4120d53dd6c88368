import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { packageRoot } from '../../../../src/platform/package-root';

const src = join(packageRoot, 'src');
const grounding = 'evaluation/grounding';

/** The folders of the evaluator, each of which imports those before it alone; the last one is the front. */
const folders = [
  ...['vectors', 'gazetteers', 'text', 'evidence', 'checks', 'arguments'],
  ...['model/features', 'model', ''],
];

const imports = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => path.replaceAll(sep, '/'))
  .flatMap((from) =>
    [...readFileSync(join(src, from), 'utf8').matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].map(
      ([, target = '']) => ({
        from,
        to: relative(src, join(src, dirname(from), target)).replaceAll(sep, '/'),
      }),
    ),
  );

const isInside = (path: string) => path.startsWith(`${grounding}/`);
const rankOf = (path: string) => folders.indexOf(relative(grounding, dirname(path)).replaceAll(sep, '/'));

it('is imported by the rest of the service through one file', () => {
  const entering = imports.filter(({ from, to }) => isInside(to) && !isInside(from));

  expect(new Set(entering.map(({ to }) => to))).toEqual(new Set([`${grounding}/grounding-evaluator`]));
});

it('has folders whose imports point one way', () => {
  const inside = imports.filter(({ from, to }) => isInside(from) && isInside(to));

  expect(inside.filter(({ from, to }) => rankOf(from) === -1 || rankOf(to) === -1)).toEqual([]);
  expect(inside.filter(({ from, to }) => rankOf(from) < rankOf(to))).toEqual([]);
});
