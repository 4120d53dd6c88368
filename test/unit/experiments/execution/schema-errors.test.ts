import type { Message, MessagePart } from '../../../../packages/formats';
import { findSchemaErrors } from '../../../../src/experiments/execution/schema-errors';

const field = (name: string, type: string, options = {}) => ({
  name,
  type,
  isList: false,
  isOptional: false,
  ...options,
});
const fields = [
  field('year', 'integer'),
  field('names', 'string', { isList: true }),
  field('note', 'string', { isOptional: true }),
];

const reply = (...parts: MessagePart[]): Message => ({ role: 'assistant', name: null, parts });
const errorsOf = (content: string) => findSchemaErrors(fields, reply({ type: 'text', content }));
const matching = '{"year": 1887, "names": ["Harrow"], "note": null}';

it.each([
  ['with every field', matching],
  ['without an optional field', '{"year": 1887, "names": []}'],
  ['with white space around it', `\n ${matching}\n`],
  ['after its reasoning', `<think>Maybe {"year": "x"}?</think>\n${matching}`],
])('accepts a reply %s', (_case, content) => {
  expect(errorsOf(content)).toEqual([]);
});

it.each([
  ['prose', 'It was opened in 1887.', ['']],
  ['a part of the JSON', matching.slice(0, -1), ['']],
  ['JSON in a code block', `\`\`\`json\n${matching}\n\`\`\``, ['']],
  ['nothing', '', ['']],
  ['another type at the top', `[${matching}]`, ['']],
  ['other keys', '{"jahr": 1887, "names": []}', ['year', '']],
  ['a number as text', '{"year": "1887", "names": []}', ['year']],
  ['a fraction', '{"year": 18.87, "names": []}', ['year']],
  ['null for a required field', '{"year": null, "names": []}', ['year']],
  ['one value for a list', '{"year": 1887, "names": "Harrow"}', ['names']],
  ['another type in a list', '{"year": 1887, "names": ["Harrow", 2]}', ['names.1']],
])('names the places of errors in a reply of %s', (_case, content, paths) => {
  const errors = errorsOf(content);

  expect(errors?.map(({ path }) => path)).toEqual(paths);
  expect(errors?.every(({ message }) => message !== '')).toBe(true);
});

it('does not check a reply that calls a tool', () => {
  const call = { type: 'tool_call' as const, id: 'a', name: 'search', arguments: '{}' };

  expect(findSchemaErrors(fields, reply({ type: 'text', content: 'I look it up' }, call))).toBeNull();
});

it('finds that a refusal does not match', () => {
  expect(findSchemaErrors(fields, reply({ type: 'refusal', content: 'No.' }))).toEqual([
    { path: '', message: 'The reply is a refusal' },
  ]);
});

it('lists ten errors at most, and no long text', () => {
  const errors = errorsOf(`{"year": 1, "names": [${Array(50).fill(1).join()}], "${'x'.repeat(5_000)}": 1}`);

  expect(errors).toHaveLength(10);
  expect(errorsOf(`{"year": 1, "names": [], "${'x'.repeat(5_000)}": 1}`)?.[0]?.message.length).toBeLessThan(
    300,
  );
});
