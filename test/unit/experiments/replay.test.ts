import type { Message } from '../../../src/conversations/transcript/message';
import { promptOf } from '../../../src/experiments/replay';

function says(role: Message['role'], content: string): Message {
  return { role, name: null, parts: [{ type: 'text', content }] };
}

const textsOf = (messages: Message[]) =>
  messages.map(({ parts }) => (parts[0]?.type === 'text' ? parts[0].content : null));

describe('the prompt of an n-1 replay', () => {
  const conversation = [
    says('system', 'S'),
    says('user', 'A'),
    says('assistant', 'B'),
    says('user', 'C'),
    says('assistant', 'D'),
  ];

  it('is everything before the last assistant message', () => {
    expect(textsOf(promptOf(conversation, null))).toEqual(['S', 'A', 'B', 'C']);
  });

  it('excludes messages after the last assistant message', () => {
    expect(textsOf(promptOf([...conversation, says('user', 'E')], null))).toEqual(['S', 'A', 'B', 'C']);
  });

  it('is the whole conversation without an assistant message', () => {
    expect(textsOf(promptOf([says('user', 'A')], null))).toEqual(['A']);
  });

  it('has the override in place of the first system or developer message', () => {
    expect(textsOf(promptOf(conversation, 'O'))).toEqual(['O', 'A', 'B', 'C']);
    expect(textsOf(promptOf([says('user', 'A'), says('assistant', 'B')], 'O'))).toEqual(['O', 'A']);
  });
});
