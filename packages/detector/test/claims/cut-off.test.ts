import type { MessagePart } from '../../../formats';
import { isCutOff } from '../../claims/cut-off';
import { findSpans, makeInput, makeMessage, textsOf } from '../conversations';

const evidence =
  'The deposit is 3,650 EUR and is due on 14 May 2027. Call 030 5550 1234 or write to desk@pinewharf.example.';

function judgeEnded(finishReason: string | null, ...parts: (MessagePart | string)[]): string[] {
  const reply = { ...makeMessage('assistant', ...parts), generation: { finishReason } };
  return textsOf(findSpans(makeInput([makeMessage('user', evidence), reply])).annotations);
}

it('has a name in the words of every provider', () => {
  expect(['length', 'max_tokens', 'MAX_TOKENS', 'max_output_tokens', 'max-tokens'].every(isCutOff)).toBe(
    true,
  );
  expect(['stop', 'end_turn', 'tool_calls', 'content_filter', '', null, undefined].some(isCutOff)).toBe(
    false,
  );
});

it.each([
  'The deposit is 3,6',
  'The deposit is 3,650 EUR and is due on 14 May 20',
  'The deposit is 3,650 EUR. Call 030 5550 12',
])('hides what may be half a value: %s', (reply) => {
  expect(judgeEnded('length', reply)).toEqual([]);
  expect(judgeEnded('stop', reply)).not.toEqual([]);
});

it('hides the last token only', () => {
  expect(judgeEnded('length', 'The deposit is 3,950 EUR and is due on 14 May').join()).toContain('3,950');
  expect(judgeEnded('length', 'The deposit is 3,950 EUR\n').join()).toContain('3,950');
});

it('hides nothing in a part that others follow, nor in whole arguments', () => {
  const call: MessagePart = { type: 'tool_call', id: null, name: 'pay', arguments: '{"amount": 3950}' };

  expect(judgeEnded('length', 'The deposit is 3,950', call)).toEqual(
    expect.arrayContaining([expect.stringContaining('3,950'), '3950']),
  );
});

it('hides the end of arguments that were cut off', () => {
  const call: MessagePart = {
    type: 'tool_call',
    id: null,
    name: 'pay',
    arguments: '{"day": 14, "amount": 39',
  };

  expect(judgeEnded('length', call)).toEqual([]);
});
