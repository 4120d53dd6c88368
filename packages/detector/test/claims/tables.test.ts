import { scanTables } from '../../claims/tables';
import { judge, textsOf } from '../conversations';

const evidence = 'The Larkfield Tunnel was dug in 1964 and is 812 metres long. It has 3 lanes.';
const table = (year: string, lanes = '3'): string =>
  `| Fact | Figure |\n|---|---|\n| Dug | ${year} |\n| Length | 812 m |\n| Lanes | ${lanes} |`;

it('has the cells of a table apart from the names of its columns and rows', () => {
  const text = `A | B\n\n${table('1964')}\n\nafter | it`;
  const { cells, labels } = scanTables(text);

  expect(textsOf(cells.map(({ start, end }) => ({ text: text.slice(start, end) })))).toEqual([
    '1964',
    '812 m',
    '3',
  ]);
  expect(textsOf(labels.map(({ start, end }) => ({ text: text.slice(start, end) })))).toEqual([
    ...['Fact', 'Figure', 'Dug', 'Length', 'Lanes'],
  ]);
});

it('is wrong in a cell, not in the header, the name of the row or the next cell', () => {
  const found = textsOf(judge(evidence, table('1971')));

  expect(found).toContain('1971');
  expect(found.filter((text) => /[|\n]|Fact|Figure|Dug|Length/.test(text))).toEqual([]);
});
