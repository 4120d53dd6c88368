import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../src/platform/package-root';

const HOP = /`(\w+)` in `([^`]+)`/g;

const read = (path: string) => readFileSync(join(packageRoot, path), 'utf8');
/** The source without comments and texts. */
const readCode = (path: string) => read(path).replace(/\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'/g, '');
const hasWord = (text: string, word: string) => new RegExp(`\\b${word}\\b`).test(text);

/** The rows of the table in CONTRIBUTING.md that have hops. */
const rows = read('CONTRIBUTING.md')
  .split('\n')
  .map((line) => ({
    name: line.split('|')[1]?.trim() ?? '',
    hops: [...line.matchAll(HOP)].map(([, symbol = '', path = '']) => ({ symbol, path })),
  }))
  .filter(({ hops }) => hops.length > 0);

it('has twenty paths of at most four hops', () => {
  expect(rows).toHaveLength(20);
  expect(rows.filter(({ hops }) => hops.length > 4)).toEqual([]);
});

it.each(rows)('leads to $name', ({ hops }) => {
  const broken = hops.filter(({ symbol, path }, index) => {
    const text = readCode(path);
    const next = hops[index + 1];
    const isDefined = new RegExp(`(function\\*?|const|class|async) \\*?${symbol}\\b`).test(text);
    return !isDefined || (next !== undefined && !hasWord(text, next.symbol));
  });
  expect(broken).toEqual([]);
});
