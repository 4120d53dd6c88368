import { checkText } from '../../checks/check-text';
import { indexEvidence } from '../../evidence/evidence';

const MARKDOWN = `(Amounts in thousands)

| | 2024 | 2023 |
|---|---:|---:|
| Wool sold | $4,310 | $3,875 |
| Looms | $1,962 | $2,150 |
| Interest on loans | $640 | $710 |`;
const HTML = `<table><caption>In thousands of US dollars</caption><tr><th></th><th>2024</th><th>2023</th></tr>
<tr><td>Wool sold</td><td>4,310</td><td>3,875</td></tr><tr><td>Looms</td><td>1,962</td><td>2,150</td></tr>
<tr><td>Interest on loans</td><td>640</td><td>710</td></tr></table>`;

const check = (source: string, reply: string) => checkText(reply, indexEvidence(source));
const found = (source: string, reply: string): string[] =>
  check(source, reply).findings.map(({ start, end }) => reply.slice(start, end));

describe.each([
  ['Markdown', MARKDOWN],
  ['HTML', HTML],
])('a number next to a table of %s', (_, table) => {
  it.each([
    ['the cell', 'Wool sold in 2024 was $4,310 thousand.', 'Wool sold in 2024 was $3,875 thousand.'],
    ['the cell, scaled', 'In 2023, looms cost $2.15 million.', 'In 2023, looms cost $2.51 million.'],
    ['a row alone', 'Looms were 1,962 thousand dollars.', 'Looms were 4,310 thousand dollars.'],
    [
      'a sum',
      'In 2024, looms and interest on loans came to $2,602 thousand.',
      'In 2024, looms and interest on loans came to $2,702 thousand.',
    ],
    [
      'a change',
      'Interest on loans fell by 9.9% from 2023 to 2024.',
      'Interest on loans fell by 19.9% from 2023 to 2024.',
    ],
    [
      'a difference',
      'From 2023 to 2024, wool sold rose by $435 thousand.',
      'From 2023 to 2024, wool sold rose by $453 thousand.',
    ],
  ])('is right as %s', (_kind, right, wrong) => {
    expect(found(table, right)).toEqual([]);
    expect(check(table, right).supported).not.toEqual([]);
    expect(found(table, wrong)).toHaveLength(1);
  });

  it('names the cell that it should be', () => {
    expect(check(table, 'In 2024, looms were $2,150 thousand.').findings).toMatchObject([
      {
        kind: 'context_misattribution',
        explanation: expect.stringMatching(/^The table has “\$?1,962” there, not “\$2,150 thousand”\.$/),
      },
    ]);
  });
});

it('says nothing of a number whose row is not named', () => {
  expect(found(MARKDOWN, 'The 710 thousand were paid in 2023.')).toEqual([]);
});

it('reads the columns of one sentence that names several, some by a part of their header', () => {
  const source =
    '| boat | crew aboard | catch kg | hours out |\n|---|---|---|---|\n| Heron | 6 | 4150 | 11 |\n| Curlew | 5 | 3720 | 9 |';

  expect(found(source, 'The Heron landed 4150 kg with a crew aboard of 6 after 11 hours.')).toEqual([]);
  expect(found(source, 'The Heron landed 3720 kg with a crew aboard of 6 after 11 hours.')).toHaveLength(1);
});
