import type { EvidenceLocation, Message } from '../../../web/src/api/types';
import { isLocationShown } from '../../../web/src/text/evidence';

const message = (...parts: object[]) => ({ parts }) as unknown as Message;
const messages = [
  message({ type: 'text', content: '📜 1887' }, { type: 'file', file_id: 'f' }),
  message({ type: 'tool_call_response', id: null, response: '{"a": 1}' }),
];
const at = (message_index: number, message_part_index: number, end_offset: number): EvidenceLocation => ({
  message_index,
  message_part_index,
  start_offset: 2,
  end_offset,
});

it.each([
  ['at the end of a text, in code points', at(0, 0, 6), true],
  ['beyond the shown text', at(0, 0, 7), false],
  ['in a tool result', at(1, 0, 8), true],
  ['in a file', at(0, 1, 6), false],
  ['in a part that is not shown', at(1, 1, 6), false],
  ['in an unknown message', at(2, 0, 6), false],
])('knows whether a location is shown: %s', (_, location, isShown) => {
  expect(isLocationShown(messages, location)).toBe(isShown);
});
