import type { Comparator } from '../../src/conversations/message-filter/filter-ast';
import { fc } from './property';

/** The meaning of a filter, independent of how it is written. */
export type Meaning =
  | { kind: 'and'; of: Meaning[] }
  | { kind: 'or'; of: Meaning[] }
  | { kind: 'not'; of: Meaning }
  | {
      kind: 'comparison';
      field: string;
      comparator: Comparator;
      values: (string | number | Date)[] | 'any';
    };

export const uuids = ['5b1f6c1e-2a34-4c55-8a66-0123456789ab', '9d0c7f2b-1e2d-4f3a-9b4c-ba9876543210'];
export const texts = ['a', 'b.c', 'x y', '"quoted"', "it's", '$where', 'AND', 'é', 'A', ''];
export const times = [0, 1, 2, 1000, 60_000].map((after) => new Date(Date.UTC(2026, 0, 1) + after));

const valuesOf: Record<string, readonly (string | number | Date)[]> = {
  created_at: times,
  role: ['user', 'assistant', 'tool'],
  model: texts,
  provider: texts,
  label: texts,
  issue_count: [0, 1, 2, 3],
  verdict: ['completed', 'not_judgeable'],
  tool_name: texts,
  conversation_id: uuids,
  conversation_type: ['trace', 'import', 'experiment'],
  evaluator_id: uuids,
  'tags.env': texts,
  'tags."on call"': texts,
  agent_name: texts,
  prompt_version: texts,
  experiment_id: uuids,
};

/** Any comparison that the table of fields allows. */
const anyComparison: fc.Arbitrary<Meaning> = fc
  .constantFrom(...Object.entries(valuesOf))
  .chain(([field, values]) => {
    const isOrdered = field === 'created_at' || field === 'issue_count';
    const ordering: Comparator[] = isOrdered ? ['<', '<=', '>', '>='] : [];
    const one = fc.constantFrom(...values);
    const many = fc.oneof(fc.constant<'any'>('any'), fc.array(one, { minLength: 1, maxLength: 3 }));
    const base = { kind: fc.constant('comparison' as const), field: fc.constant(field) };
    return fc.oneof(
      fc.record({
        ...base,
        comparator: fc.constantFrom<Comparator>('=', '!=', ...ordering),
        values: fc.tuple(one),
      }),
      fc.record({ ...base, comparator: fc.constant<Comparator>(':'), values: many }),
    );
  });

/** Any filter with up to some dozens of comparisons. */
export const anyMeaning: fc.Arbitrary<Meaning> = fc.letrec<{ node: Meaning }>((tie) => {
  const several = fc.array(tie('node'), { minLength: 2, maxLength: 3 });
  return {
    node: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      anyComparison,
      fc.record({ kind: fc.constant('and' as const), of: several }),
      fc.record({ kind: fc.constant('or' as const), of: several }),
      fc.record({ kind: fc.constant('not' as const), of: tie('node') }),
    ),
  };
}).node;

/** One way to write a filter: parentheses only where OR, which binds tighter, or AND needs them. */
export function write(meaning: Meaning): string {
  switch (meaning.kind) {
    case 'and':
      return meaning.of.map((part) => grouped(part, part.kind === 'and')).join(' AND ');
    case 'or':
      return meaning.of.map((part) => grouped(part, part.kind === 'and' || part.kind === 'or')).join(' OR ');
    case 'not':
      return `NOT ${grouped(meaning.of, meaning.of.kind !== 'comparison')}`;
    default: {
      const { field, comparator, values } = meaning;
      if (values === 'any') return `${field}${comparator}*`;
      const written = values.map(writeValue);
      return `${field} ${comparator} ${comparator === ':' ? `(${written.join(' OR ')})` : written[0]}`;
    }
  }
}

const grouped = (meaning: Meaning, isGroup: boolean) => (isGroup ? `(${write(meaning)})` : write(meaning));

function writeValue(value: string | number | Date): string {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
}
