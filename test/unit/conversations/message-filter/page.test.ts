import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { comparators } from '../../../../src/conversations/message-filter/filter-ast';
import {
  comparatorsOf,
  type FilterSubject,
  filterFields,
  filterSubjects,
  shownName,
} from '../../../../src/conversations/message-filter/filter-fields';
import { MAX_DEPTH } from '../../../../src/conversations/message-filter/filter-grammar';
import {
  analyzeMessageFilter,
  MAX_LENGTH,
} from '../../../../src/conversations/message-filter/message-filter';
import { packageRoot } from '../../../../src/platform/package-root';

const page = readFileSync(join(packageRoot, 'docs/message-filter.md'), 'utf8');

/** The rows of the first table under a heading, without its head; cells without backticks. */
function tableUnder(heading: string): string[][] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replace(/^`(.*)`$/, '$1')),
    );
}

const faultsOf = (text: string) => analyzeMessageFilter(text, 'optional').faults;

describe('docs/message-filter.md', () => {
  it('has every field as it is', () => {
    const rows = (subject: FilterSubject) =>
      [...filterFields[subject]].map(([name, { kind, description, holds }]) => [
        shownName(name),
        kind,
        description,
        holds === undefined ? 'any' : holds === 'uuid' ? 'UUIDs' : holds.join(', '),
      ]);

    expect(tableUnder('Fields')).toEqual(rows('messages'));
    expect(tableUnder('Fields of findings')).toEqual(rows('findings'));
  });

  it('has every comparator with the kinds it is for', () => {
    const kindsOf = (comparator: (typeof comparators)[number]) =>
      Object.entries(comparatorsOf)
        .filter(([, allowed]) => allowed.includes(comparator))
        .map(([kind]) => kind)
        .join(', ');

    expect(tableUnder('Comparisons').map(([comparator, , kinds]) => [comparator, kinds])).toEqual(
      comparators.map((comparator) => [comparator, kindsOf(comparator)]),
    );
  });

  it('names the limits', () => {
    expect(page).toContain(`up to ${MAX_LENGTH.toLocaleString('en')} characters`);
    expect(page).toContain(`up to ${MAX_DEPTH} deep`);
  });

  it('shows errors as they are', () => {
    const shown = tableUnder('Errors');

    expect(shown.length).toBeGreaterThan(5);
    expect(
      shown.map(([filter = '']) => faultsOf(filter).map(({ position, error }) => [position, error])),
    ).toEqual(shown.map(([, position, error]) => [[Number(position), error]]));
  });

  it('shows the response for an editor', () => {
    const [, filter = '', response = ''] = /"filter": "(.*?)"\}.*?\| jq\n(.*?)```/s.exec(page) ?? [];
    const { faults } = analyzeMessageFilter(filter, 'required');

    expect(JSON.parse(response)).toEqual({
      valid: false,
      problems: faults.map(({ error, ...place }) => ({ msg: error, ...place })),
    });
  });

  it('shows filters that compile', () => {
    const shown = [...page.matchAll(/```filter\n(.*?)```/gs)].map(([, filter = '']) => filter);

    expect(shown.length).toBeGreaterThan(0);
    for (const filter of shown) expect(analyzeMessageFilter(filter, 'required').faults).toEqual([]);
  });
});

const examples = filterSubjects.flatMap((subject) =>
  [...filterFields[subject]].map(([name, { example }]) => [subject, name, example] as const),
);

it.each(examples)('of %s, the example of %s compiles', (subject, _name, example) => {
  expect(analyzeMessageFilter(example, 'optional', subject).faults).toEqual([]);
});
