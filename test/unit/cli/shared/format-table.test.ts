import { formatTable, nameThenNumbers } from '../../../../src/cli/shared/output/format-table';

it('aligns wide, narrow and combined characters, without colors', () => {
  expect(
    formatTable(
      ['name', 'count'],
      [
        ['日本語', '1'],
        ['e\u0301te\u0301', '12'],
        ['🌍', '123'],
      ],
      nameThenNumbers,
    ),
  ).toBe(
    [
      '┌────────┬───────┐',
      '│ name   │ count │',
      '│ 日本語 │     1 │',
      '│ e\u0301te\u0301    │    12 │',
      '│ 🌍     │   123 │',
      '└────────┴───────┘',
    ].join('\n'),
  );
});
