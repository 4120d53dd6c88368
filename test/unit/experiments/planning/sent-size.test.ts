import type { Message, MessageRole } from '../../../../packages/formats';
import { codePointLength, partText } from '../../../../packages/text';
import { replaySizeOf } from '../../../../src/conversations/transcript/replay-size';
import { sentPromptOf } from '../../../../src/experiments/execution/replay';
import { sentSizeOf, tokensOfFrames } from '../../../../src/experiments/planning/sent-size';
import { countMessageTokens, countPartTokens } from '../../../../src/providers/tokenizer';

const message = (role: MessageRole, content: string): Message => ({
  role,
  name: null,
  parts: [{ type: 'text', content }],
});

const charsOf = (messages: readonly Message[]) =>
  messages
    .flatMap(({ parts }) => parts)
    .reduce((sum, part) => sum + codePointLength(partText(part) ?? ''), 0);

const conversations = [
  [message('system', 'Be brief 🌉.'), message('user', 'When?'), message('assistant', 'In 1887.')],
  [message('user', 'When?'), message('assistant', 'In 1887.'), message('user', 'Sure?')],
  [message('user', 'Hello'), message('developer', 'Be brief.'), message('user', 'When?')],
];

describe.each(conversations.map((messages) => [messages]))('conversation %#', (messages) => {
  it.each([null, 'Answer.', '🌉 {{system_prompt}} Answer.'])(
    'has the size of what is sent with %j',
    (override) => {
      const turns = messages.map(({ role, ...rest }) => ({
        messageId: role,
        role,
        chars: charsOf([{ role, ...rest }]),
        bytes: 1,
      }));
      const sent = sentPromptOf(messages, override);

      const size = sentSizeOf(replaySizeOf(turns, 2), override);

      expect(size).toEqual({ messages: sent.length, chars: charsOf(sent) });
      const ofText = sent.reduce((sum, { parts }) => sum + countPartTokens(parts), 0);
      expect(tokensOfFrames(size) + ofText).toBe(countMessageTokens(sent));
    },
  );
});
