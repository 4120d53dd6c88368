import { analyzeMessageFilter } from '../../../src/conversations/message-filter/message-filter';
import { withPeriod } from '../../../web/src/pages/overview/period';
import { getFilterErrors, splitAtError } from '../../../web/src/text/filter-errors';
import { getHue } from '../../../web/src/text/hues';
import { readListLink } from '../../../web/src/text/list-link';
import { toLocalPath } from '../../../web/src/text/local-path';
import {
  formatBytes,
  formatCents,
  formatConfidence,
  formatCount,
  formatDollars,
  formatDuration,
  formatShare,
  NO_VALUE,
} from '../../../web/src/text/numbers';
import {
  formatAge,
  formatRetryAfter,
  formatTime,
  formatUtc,
  formatUtcDay,
  isoToLocalInput,
  localInputToIso,
} from '../../../web/src/text/times';
import { readFilters, withParams } from '../../../web/src/text/url-filters';
import { describeVerdict, humanize, pluralize } from '../../../web/src/text/wording';
import { type Column, sortRows } from '../../../web/src/ui/columns';

describe('times', () => {
  const now = Date.parse('2026-03-01T12:00:00Z');

  it.each([
    ['2026-03-01T11:59:40Z', 'just now'],
    ['2026-03-01T11:55:00Z', '5 minutes ago'],
    ['2026-03-01T09:00:00Z', '3 hours ago'],
    ['2026-02-28T12:00:00Z', 'yesterday'],
  ])('formats the age of %s', (at, age) => {
    expect(formatAge(at, now)).toBe(age);
  });

  it('formats a time to the minute, with its year only if it is another one', () => {
    const at = '2026-02-03T09:30:45Z';

    expect(formatTime(at, now)).not.toMatch(/45|2026/);
    expect(formatTime(at, now)).toMatch(/3.*30/);
    expect(formatTime(at, Date.parse('2027-06-01T12:00:00Z'))).toMatch(/2026/);
  });

  it('formats UTC to the second', () => {
    expect(formatUtc('2026-01-15T09:30:05.123Z')).toBe('2026-01-15 09:30:05 UTC');
  });

  it('formats the UTC date in any time zone', () => {
    const days = ['2026-01-15T00:00:00Z', '2026-01-15T23:59:59.999Z'].map(formatUtcDay);

    expect(days[0]).toMatch(/15/);
    expect(days[1]).toBe(days[0]);
    expect(formatUtcDay('2026-01-16T00:00:00Z')).not.toBe(days[0]);
  });

  it('converts local inputs to ISO 8601 and back', () => {
    const iso = localInputToIso('2026-01-15T09:30');

    expect(iso).toMatch(/^2026-01-1[456]T\d\d:\d\d:00\.000Z$/);
    expect(isoToLocalInput(iso)).toBe('2026-01-15T09:30');
    expect(localInputToIso('')).toBeNull();
    expect(isoToLocalInput('no time')).toBe('');
  });

  it('formats a Retry-After value', () => {
    expect([formatRetryAfter(1), formatRetryAfter(40), formatRetryAfter(61)]).toEqual([
      'Try again in 1 second.',
      'Try again in 40 seconds.',
      'Try again in 2 minutes.',
    ]);
  });
});

describe('numbers', () => {
  it('have units', () => {
    expect([formatShare(0.2264), formatCount(12345), formatCents(1234), formatDollars(0.0123)]).toEqual([
      '22.6%',
      '12,345',
      '$12.34',
      '$0.0123',
    ]);
    expect([0, 1023, 20_480, 50 * 1024 ** 3].map(formatBytes)).toEqual([
      '0 B',
      '1,020 B',
      '20 KiB',
      '50 GiB',
    ]);
    expect([0.0877, 85.4, 1240, 200_000].map(formatDuration)).toEqual([
      '0.09 ms',
      '85 ms',
      '1.24 s',
      '3 min 20 s',
    ]);
  });

  it('of confidences have two decimals', () => {
    expect([formatConfidence(0.8), formatConfidence(0.809), formatConfidence(null)]).toEqual([
      '0.80',
      '0.81',
      NO_VALUE,
    ]);
  });

  it('show a dash for a missing value', () => {
    expect([formatShare(null), formatCount(undefined), formatCents(null), formatDuration(null)]).toEqual([
      NO_VALUE,
      NO_VALUE,
      NO_VALUE,
      NO_VALUE,
    ]);
  });
});

describe('URL parameters', () => {
  it('returns those that are set', () => {
    expect(readFilters(new URLSearchParams('tag=a%3Ab&model=&other=1'), ['tag', 'model'])).toEqual({
      tag: 'a:b',
    });
  });

  it('changes some and preserves the rest', () => {
    expect(withParams(new URLSearchParams('tag=a&cursor=x'), { tag: null, model: 'm' }).toString()).toBe(
      'cursor=x&model=m',
    );
  });
});

describe('the errors of a filter', () => {
  it('are extracted from the error body with their positions', () => {
    const detail = [
      { loc: ['query', 'limit'], msg: 'no' },
      { loc: ['query', 'filter'], msg: 'here', ctx: { position: 3, length: 2 } },
      { loc: ['query', 'filter'], msg: 'At position 1: no', ctx: { error: 'no', position: 1, length: 1 } },
      { loc: ['query', 'filter'], msg: 'somewhere' },
    ];

    expect(getFilterErrors(detail, 'ab == 1')).toEqual([
      { msg: 'here', position: 3, length: 2 },
      { msg: 'no', position: 1, length: 1 },
      { msg: 'somewhere', position: null, length: 0 },
    ]);
  });

  it('have no position in what a page appended to the filter', () => {
    const filter = 'created_at > 2026-01-01T00:00:00Z';
    const period = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
    const { faults } = analyzeMessageFilter(withPeriod(filter, period), 'required');
    const detail = faults.map((ctx) => ({
      loc: ['query', 'filter'],
      msg: 'At position 38: …',
      ctx: { ...ctx },
    }));

    expect(getFilterErrors(detail, filter)).toEqual([
      { msg: 'created_at already has a lower bound', position: null, length: 0 },
    ]);
  });

  it('are excerpted by code points, with a space for missing text', () => {
    expect(splitAtError('"🌉" == 1', 4, 2)).toEqual({ before: '"🌉" ', at: '==', after: ' 1' });
    expect(splitAtError('label =', 7, 0)).toEqual({ before: 'label =', at: ' ', after: '' });
  });
});

it.each([
  ['/w/1/conversations?tag=a#x', '/w/1/conversations?tag=a#x'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['/sign-in?to=/sign-in', '/'],
  [null, '/'],
])('opens after signing in with the target %j: %j', (wanted, target) => {
  expect(toLocalPath(wanted)).toBe(target);
});

it('returns the same hue for a label each time', () => {
  expect(getHue('fabrication')).toBe(1);
  expect(getHue('my own label')).toBe(getHue('my own label'));
  expect([1, 2, 3, 4, 5, 6]).toContain(getHue('🌉'));
});

it('formats names and counts', () => {
  expect(humanize('tool_argument_fabrication')).toBe('tool argument fabrication');
  expect(describeVerdict('not_judgeable', 'language')).toBe('Not judgeable: language');
  expect(describeVerdict('no_verdict', null)).toBe('No verdict');
  expect([pluralize(1, 'issue'), pluralize(2000, 'reply', 'replies')]).toEqual(['1 issue', '2,000 replies']);
});

it('sorts rows by a column, those without a value last', () => {
  const columns: Column<number | null>[] = [
    { id: 'value', header: '', cell: () => null, sortBy: (row) => row },
  ];

  expect(sortRows([2, null, 3, 1], columns, { columnId: 'value', isDescending: true })).toEqual([
    3,
    2,
    1,
    null,
  ]);
  expect(sortRows([2, null, 3, 1], columns, { columnId: 'value', isDescending: false })).toEqual([
    1,
    2,
    3,
    null,
  ]);
  expect(sortRows([2, 1], columns, null)).toEqual([2, 1]);
});

describe('the list to return to', () => {
  it('comes from the state of the link', () => {
    const from = { name: 'Findings', to: '/w/1/findings?filter=a' };
    expect(readListLink({ from })).toEqual(from);
  });

  it.each([
    null,
    'text',
    {},
    { from: null },
    { from: '?filter=a' },
    { from: { name: 'Findings' } },
    { from: { name: 'Findings', to: 1 } },
  ])('is null for the state %j', (state) => {
    expect(readListLink(state)).toBeNull();
  });
});
