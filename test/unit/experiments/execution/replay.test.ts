import type { Message } from '../../../../packages/formats';
import { judgedPromptOf, promptOf, sentPromptOf } from '../../../../src/experiments/execution/replay';

function says(role: Message['role'], ...contents: string[]): Message {
  return { role, name: null, parts: contents.map((content) => ({ type: 'text', content })) };
}

const textsOf = (messages: Message[]) =>
  messages.map(({ parts }) => (parts[0]?.type === 'text' ? parts[0].content : null));

const conversation = [
  says('system', 'S'),
  says('user', 'A'),
  says('assistant', 'B'),
  says('user', 'C'),
  says('assistant', 'D'),
];
const withoutSystem = [says('user', 'A'), says('assistant', 'B')];

describe('the prompt of an n-1 replay', () => {
  it('is everything before the last assistant message', () => {
    expect(textsOf(promptOf(conversation))).toEqual(['S', 'A', 'B', 'C']);
    expect(sentPromptOf(conversation, null)).toEqual(promptOf(conversation));
  });

  it('excludes messages after the last assistant message', () => {
    expect(textsOf(promptOf([...conversation, says('user', 'E')]))).toEqual(['S', 'A', 'B', 'C']);
  });

  it('is the whole conversation without an assistant message', () => {
    expect(textsOf(promptOf([says('user', 'A')]))).toEqual(['A']);
  });

  it('has the override in place of the first system or developer message', () => {
    expect(textsOf(sentPromptOf(conversation, 'O'))).toEqual(['O', 'A', 'B', 'C']);
    expect(textsOf(sentPromptOf(withoutSystem, 'O'))).toEqual(['O', 'A']);
  });

  it('has the original text where the template inserts it, unchanged', () => {
    const original = says('developer', 'costs $& and $1', 'second');
    expect(textsOf(sentPromptOf([original, ...withoutSystem], 'Be exact.\n{{system_prompt}}\n!'))).toEqual([
      'Be exact.\ncosts $& and $1\nsecond\n!',
      'A',
    ]);
    expect(textsOf(sentPromptOf(conversation, '{{ system_prompt }}'))).toEqual(['S', 'A', 'B', 'C']);
  });

  it('inserts only the message that is replaced, and sends further system messages as they are', () => {
    const two = [says('system', 'S'), says('developer', 'T'), ...withoutSystem];
    expect(textsOf(sentPromptOf(two, 'O {{system_prompt}}'))).toEqual(['O S', 'T', 'A']);
  });

  it('inserts nothing where there is no original, and sends no empty message', () => {
    expect(textsOf(sentPromptOf(withoutSystem, 'O {{system_prompt}}'))).toEqual(['O ', 'A']);
    expect(textsOf(sentPromptOf(withoutSystem, '{{system_prompt}}'))).toEqual(['A']);
  });
});

describe('what a reply is judged against', () => {
  it('is the original prompt with its indexes, also what the override leaves out', () => {
    expect(textsOf(judgedPromptOf(conversation, null))).toEqual(['S', 'A', 'B', 'C']);
    expect(textsOf(judgedPromptOf(conversation, '{{system_prompt}}'))).toEqual(['S', 'A', 'B', 'C']);
    expect(textsOf(judgedPromptOf(conversation, 'O'))).toEqual(['S', 'A', 'B', 'C', 'O']);
    expect(textsOf(judgedPromptOf(withoutSystem, 'O'))).toEqual(['A', 'O']);
  });

  it('has each character of the override at its place in the template', () => {
    const template = 'Be 😀. {{system_prompt}} It costs 5 crowns.';
    const [text = ''] = textsOf(judgedPromptOf(withoutSystem, template)).slice(-1);
    expect(text).not.toContain('system_prompt');
    expect(text?.indexOf('5 crowns')).toBe(template.indexOf('5 crowns'));
  });
});
