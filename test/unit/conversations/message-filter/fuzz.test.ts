import { compileMessageFilter } from '../../../../src/conversations/message-filter/message-filter';
import { ValidationError } from '../../../../src/platform/errors/app-error';
import { startCpuClock } from '../../../support/cpu-time';
import { anyMeaning, write } from '../../../support/message-filters';
import { fc } from '../../../support/property';

/** A filter of 4,096 characters takes some milliseconds; a busy machine may take longer, a slow parse takes forever. */
const SLOW_MS = 1000;

/** Compiles, or returns the problems; anything else, or a slow compilation, fails. */
function survive(text: string): 'compiled' | 'refused' {
  const cpuMs = startCpuClock();
  let outcome: 'compiled' | 'refused' = 'compiled';
  try {
    compileMessageFilter(text, { bounds: 'optional' });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    expect(error.problems.length).toBeGreaterThan(0);
    for (const { ctx } of error.problems) {
      const [position, length] = [Number(ctx?.position), Number(ctx?.length)];
      expect(position).toBeGreaterThanOrEqual(0);
      expect(position + length).toBeLessThanOrEqual([...text].length);
    }
    outcome = 'refused';
  }
  expect(cpuMs()).toBeLessThan(SLOW_MS);
  return outcome;
}

const pieces = [
  ...[
    'AND',
    'OR',
    'NOT',
    'and',
    '(',
    ')',
    '=',
    '!=',
    '<',
    '<=',
    '>',
    '>=',
    ':',
    '*',
    '"',
    "'",
    '\\',
    '.',
    ',',
    ' ',
  ],
  ...[
    'created_at',
    'role',
    'user',
    'label',
    'issue_count',
    '7',
    'tags',
    'env',
    '2026-01-01T00:00:00Z',
    '$where',
    '😀',
  ],
];

describe('compileMessageFilter', () => {
  it('survives any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => void survive(text)),
      {
        numRuns: 500,
      },
    );
  });

  it('survives any row of its own words', () => {
    const anyRow = fc
      .array(fc.constantFrom(...pieces), { maxLength: 40 })
      .chain((row) => fc.constantFrom('', ' ').map((space) => row.join(space)));

    fc.assert(
      fc.property(anyRow, (text) => void survive(text)),
      { numRuns: 1000 },
    );
  });

  it('compiles what is written by its rules, and survives when some of it is cut out or put in', () => {
    const anyEdit = fc.record({ at: fc.nat(2000), cut: fc.nat(5), put: fc.constantFrom('', ...pieces) });

    fc.assert(
      fc.property(anyMeaning, fc.array(anyEdit, { maxLength: 3 }), (meaning, edits) => {
        const text = `NOT (NOT (${write(meaning)}))`;
        fc.pre(text.length <= 4096);
        expect(survive(text)).toBe('compiled');
        const edited = edits.reduce((before, { at, cut, put }) => {
          const place = at % (before.length + 1);
          return before.slice(0, place) + put + before.slice(place + cut);
        }, text);
        survive(edited);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    '(',
    ')',
    'NOT ',
    'NOT(',
    'NOT (NOT ',
    '(a=1 AND ',
    '(a=1 OR ',
    'a=1 AND ',
    'role=user OR ',
    'label:(',
    'label:(a OR ',
    '"',
    '"\\',
    '\\u',
    'a',
    '.',
    ' ',
    'a.',
    '😀',
    '((((a=1) OR ',
    'tags."x',
    '$where ',
    '\u0000',
    '\ud800',
  ])('survives 4,096 characters of %j', (piece) => {
    const text = piece.repeat(4096).slice(0, 4096);

    survive(text);
    survive(`model = "${text.slice(0, 4000)}`);
  });

  it('refuses a megabyte as fast', () => {
    expect(survive('('.repeat(1024 * 1024))).toBe('refused');
  });
});
