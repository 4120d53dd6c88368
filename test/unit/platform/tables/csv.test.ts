import { csvLines } from '../../../../src/platform/tables/csv';
import type { Column } from '../../../../src/platform/tables/table';

const columns: Column<{ text: string | null; count?: number }>[] = [
  { name: 'text', type: 'text', cellOf: ({ text }) => text },
  { name: 'count', type: 'integer', cellOf: ({ count }) => count ?? null },
];

async function toCsv(...texts: (string | null)[]): Promise<string> {
  const pieces: string[] = [];
  async function* batches() {
    yield texts.map((text) => ({ text }));
  }
  for await (const piece of csvLines(columns, batches())) pieces.push(piece);
  return pieces.join('');
}

it.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "no"', '"say ""no"""'],
  ['two\nlines', '"two\nlines"'],
  ['two\r\nlines', '"two\r\nlines"'],
  [' kept ', ' kept '],
  ['', '""'],
  [null, ''],
])('writes %j as %s, by RFC 4180', async (text, cell) => {
  expect(await toCsv(text)).toBe(`text,count\r\n${cell},\r\n`);
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\r=x', '＝1+1', '＋1', '－1', '＠SUM(A1)', '\ufeff=1+1'])(
  'puts a quote before %j, which a spreadsheet would run',
  async (text) => {
    expect((await toCsv(text)).replaceAll('"', '')).toBe(`text,count\r\n'${text},\r\n`);
  },
);

it('writes numbers as they are, negative ones too', async () => {
  async function* batches() {
    yield [{ text: 'a', count: -1 }];
  }
  const pieces: string[] = [];
  for await (const piece of csvLines(columns, batches())) pieces.push(piece);
  expect(pieces).toEqual(['text,count\r\n', 'a,-1\r\n']);
});
