import { z } from 'zod';
import { parseWith, showInput } from '../../../../src/platform/http/problems';
import { rejectUnsafeKeys } from '../../../../src/platform/http/schemas';
import { minCpuMs } from '../../../support/cpu-time';
import { fc } from '../../../support/property';

const schema = z.strictObject({
  count: z.int().gt(0).lte(100),
  ratio: z.number().min(0).lt(1).optional(),
  kind: z
    .discriminatedUnion('tag', [z.object({ tag: z.literal('a') }), z.object({ tag: z.literal('b') })])
    .optional(),
  color: z.enum(['red', 'blue']).optional(),
  list: z.array(z.string()).min(1).optional(),
});

function problemsOf(value: unknown, source: 'body' | 'query' = 'body') {
  const checked = parseWith(schema, value, source);
  return checked.ok ? [] : checked.problems.map(({ loc, type, ctx }) => [loc.join('.'), type, ctx]);
}

describe('parseWith', () => {
  it('hands over what the schema reads', () => {
    expect(parseWith(z.object({ a: z.string().default('x') }), {}, 'body')).toEqual({
      ok: true,
      value: { a: 'x' },
    });
  });

  it.each([
    [{}, ['body.count', 'missing', {}]],
    [{ count: null }, ['body.count', 'int_type', {}]],
    [{ count: '7' }, ['body.count', 'int_parsing', {}]],
    [{ count: 1.5 }, ['body.count', 'int_from_float', {}]],
    [{ count: 0 }, ['body.count', 'greater_than', { gt: 0 }]],
    [{ count: 101 }, ['body.count', 'less_than_equal', { le: 100 }]],
    [{ count: 1, ratio: -1 }, ['body.ratio', 'greater_than_equal', { ge: 0 }]],
    [{ count: 1, ratio: 1 }, ['body.ratio', 'less_than', { lt: 1 }]],
    [{ count: 1, ratio: true }, ['body.ratio', 'float_type', {}]],
    [{ count: 1, kind: {} }, ['body.kind.tag', 'missing', {}]],
    [{ count: 1, color: 'green' }, ['body.color', 'enum', { expected: "'red' or 'blue'" }]],
    [
      { count: 1, list: [] },
      ['body.list', 'too_short', { field_type: 'List', min_length: 1, actual_length: 0 }],
    ],
    [{ count: 1, list: [1] }, ['body.list.0', 'string_type', {}]],
    [{ count: 1, extra: 1 }, ['body.extra', 'extra_forbidden', {}]],
  ])('names the problem of %j as pydantic does', (value, problem) => {
    expect(problemsOf(value)).toEqual([problem]);
  });

  it('reports all problems at once, but no more than a hundred', () => {
    expect(problemsOf({ color: 1, list: 'x' })).toHaveLength(3);
    expect(problemsOf({ count: 1, list: Array(5000).fill(1) })).toHaveLength(100);
  });

  it('reports the first problem of a value too large to list all', () => {
    expect(problemsOf({ count: 1, list: Array(2_000_000).fill(1) })).toEqual([
      ['body.list.0', 'string_type', {}],
    ]);
  });
});

describe('showInput', () => {
  it('shows small input as it is and nothing as null', () => {
    expect([showInput({ a: 1 }), showInput(undefined), showInput(null)]).toEqual([{ a: 1 }, null, null]);
  });

  it('cuts long input at 1 KiB between characters', () => {
    for (const text of ['é'.repeat(2000), '\u{1F600}'.repeat(2000), `a${'€'.repeat(2000)}`]) {
      const shown = String(showInput(text));
      expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(1024);
      expect(text.startsWith(shown.slice(0, -1))).toBe(true);
    }
  });

  it('shows a key that is __proto__', () => {
    const text = `{"__proto__":{"name":"${'a'.repeat(2000)}"}}`;

    expect(text.startsWith(String(showInput(JSON.parse(text))).slice(0, -1))).toBe(true);
  });

  it('shows the same of any value as its whole JSON text does', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.integer({ min: 1, max: 60 }), (value, repeats) => {
        const input = Array.from({ length: repeats }, () => value);
        const text = JSON.stringify(input);
        const bytes = Buffer.from(text);
        const shown = showInput(input);
        if (bytes.length <= 1024) expect(shown).toBe(input);
        else expect(text.startsWith(String(shown).slice(0, -1))).toBe(true);
        if (bytes.length > 1024) expect(Buffer.byteLength(String(shown))).toBeGreaterThan(1015);
      }),
    );
  });
});

describe('large values that are wrong in many places', () => {
  const message = z.looseObject({
    content: z.union([
      z.string(),
      z.array(z.discriminatedUnion('type', [z.object({ type: z.literal('text') })])),
    ]),
    info: z.looseObject({ model: z.string().optional() }).superRefine(rejectUnsafeKeys).optional(),
  });

  it.each([
    ['elements of a union', { content: Array.from({ length: 230_000 }, () => 0) }],
    [
      'elements without their fields',
      { content: Array.from({ length: 110_000 }, () => ({ type: 'text' })), info: [] },
    ],
    [
      'keys',
      {
        content: '',
        info: Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`$${index}`, index])),
      },
    ],
    ['keys next to a long value', { content: '', info: { $a: 1, $b: 2, $c: 'x'.repeat(3_000_000) } }],
  ])('%s cost no more than the same number of right ones', async (_, value) => {
    const checked = parseWith(message, value, 'body');
    expect(checked.ok ? [] : checked.problems).not.toEqual([]);
    // Seconds when each is described.
    expect(await minCpuMs(() => parseWith(message, value, 'body'), 250)).toBeLessThan(250);
  });
});
