import type { Message } from '../../../../packages/formats';
import { partText, sliceCodePoints } from '../../../../packages/text';
import { segmentConversation } from '../../../../src/evaluation/llm-judge/evidence-segments';
import { textMessage } from '../../../support/judges';
import { fc } from '../../../support/property';

const content = fc
  .array(
    fc.constantFrom(
      ...['A word. ', '😀 Two!', '\n', '  - item\r\n', '\u2028', '\t', '\ufeff', '\ud83d', ' ', '"a":1,'],
      'x'.repeat(1_500),
    ),
    { maxLength: 8 },
  )
  .map((pieces) => pieces.join(''));
const message = fc
  .tuple(fc.constantFrom<Message['role']>('system', 'user', 'assistant', 'tool'), content, content)
  .map(([role, first, second]): Message => {
    const result = { type: 'tool_call_response' as const, id: null, response: second };
    return { role, name: null, parts: [{ type: 'text', content: first }, result] };
  });

it('locates the text of each segment', () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 4 }), (before) => {
      const segments = [...segmentConversation([...before, textMessage('assistant', 'Yes.')], 'm')];

      for (const { text, location } of segments) {
        const part = location && before[location.messageIndex]?.parts[location.messagePartIndex];
        const located =
          part && sliceCodePoints(partText(part) ?? '', location.startOffset, location.endOffset);
        expect(located?.replace(/[\n\r\v\f\u0085\u2028\u2029]+/g, ' ') ?? '').toBe(text.trim());
      }
    }),
  );
});
