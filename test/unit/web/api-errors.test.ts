import { ApiError, isNotFound } from '../../../web/src/api/api-error';
import { toPlainMessage } from '../../../web/src/api/plain-message';

it.each([
  ['Value error, Invalid email address', 'Invalid email address'],
  ['Value error, no such evaluator in this workspace', 'No such evaluator in this workspace'],
  ['Value error, at position 7: unknown field', 'At position 7: unknown field'],
  ['Value error, created_at needs a lower bound', 'created_at needs a lower bound'],
  ['Field required', 'Required'],
  ['String should have at least 1 character', 'Required'],
  ['String should have at most 200 characters', 'Must have at most 200 characters'],
  ['List should have at least 1 item after validation, not 0', 'Must have at least 1 item'],
  ['Input should be greater than or equal to 1', 'Must be at least 1'],
  ['Input should be a valid integer, got a number with a fractional part', 'Must be a whole number'],
  ["Input should be 'admin' or 'viewer'", "Must be 'admin' or 'viewer'"],
  ['Input should be a valid UUID', 'Not an ID'],
  ['The experiment is running', 'The experiment is running'],
])('words %j for people: %j', (msg, plain) => {
  expect(toPlainMessage({ msg })).toBe(plain);
});

it('calls a page with an incomplete id not found, as one with an unknown id', () => {
  const errorOf = (status: number, loc: string[], type: string) =>
    new ApiError(status, [{ loc, msg: '', type }], null);

  expect(isNotFound(errorOf(404, ['path', 'id'], 'not_found'))).toBe(true);
  expect(isNotFound(errorOf(422, ['path', 'conversation_id'], 'uuid_parsing'))).toBe(true);
  expect(isNotFound(errorOf(422, ['query', 'cursor'], 'uuid_parsing'))).toBe(false);
  expect(isNotFound(null)).toBe(false);
});
