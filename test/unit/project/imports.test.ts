import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { packageRoot } from '../../../src/platform/package-root';

const root = join(packageRoot, 'src');

interface Import {
  from: string;
  to: string;
}

/** What each file of `src` imports from `src`, as paths below it. */
const imports: Import[] = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .flatMap((from) => {
    const targets = readFileSync(join(root, from), 'utf8').matchAll(/from '(\.[^']+)'/g);
    return [...targets].map(([, target = '']) => ({
      from,
      to: relative(root, join(root, dirname(from), target)),
    }));
  });

const folderOf = (path: string) => dirname(path);
const roomOf = (path: string) => path.split(sep)[0]?.replace('invalidation', 'conversations');
const show = ({ from, to }: Import) => `${from} imports ${to}`;

it('lets a resource reach the stored form of another one through its service alone', () => {
  const own = imports.filter(({ to }) => /\.(repository|model)$/.test(to));

  const foreign = own.filter(({ from, to }) => roomOf(from) !== roomOf(to));
  expect(own.length).toBeGreaterThan(0);
  expect(foreign.map(show)).toEqual([]);
});

it.each([
  ['platform/mongo', 'platform/http'],
  ['platform/errors', 'platform/http'],
])('keeps src/%s free of src/%s', (folder, other) => {
  const inside = imports.filter(({ from }) => folderOf(from) === folder);

  expect(imports.some(({ to }) => folderOf(to) === other)).toBe(true);
  expect(inside.filter(({ to }) => folderOf(to) === other).map(show)).toEqual([]);
});
