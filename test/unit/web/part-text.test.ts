import { partText } from '../../../packages/text';
import type { MessagePart } from '../../../web/src/api/types';
import { getPartTitle, isMachineReadable } from '../../../web/src/text/part-text';

const cases: [MessagePart, string | null, string | null, boolean][] = [
  [{ type: 'text', content: 'a' }, 'a', null, false],
  [{ type: 'refusal', content: 'b' }, 'b', 'Refusal', false],
  [{ type: 'reasoning', content: 'c' }, 'c', 'Reasoning', false],
  [{ type: 'tool_call', id: null, name: 'f', arguments: '{"a":1}' }, '{"a":1}', 'Tool call: f', true],
  [{ type: 'tool_call_response', id: null, response: '[]' }, '[]', 'Tool result', true],
  [{ type: 'file', file_id: 'x' }, null, null, false],
];

it.each(cases)('reads %j', (part, text, title, isOfPrograms) => {
  expect([partText(part), getPartTitle(part), isMachineReadable(part)]).toEqual([text, title, isOfPrograms]);
});
