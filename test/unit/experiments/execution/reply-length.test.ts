import type { MessagePart } from '../../../../packages/formats';
import { replyLength } from '../../../../src/experiments/execution/reply-length';

const text = (content: string): MessagePart => ({ type: 'text', content });
const call = (name: string, args: string): MessagePart => ({
  type: 'tool_call',
  id: null,
  name,
  arguments: args,
});
const image: MessagePart = { type: 'uri', modality: 'image', uri: 'https://images.test/1' };

describe('replyLength', () => {
  it.each<[string, MessagePart[], number | null]>([
    ['counts code points of text and refusals', [text('né 😀'), { type: 'refusal', content: 'no' }], 6],
    ['counts names and arguments of tool calls', [call('find', '{"a":1}')], 11],
    ['does not count surrounding whitespace', [text('  In 1887.\n')], 8],
    ['is 0 for no part', [], 0],
    ['is 0 for whitespace', [text(' \n\t')], 0],
    ['is 0 for reasoning without a reply', [{ type: 'reasoning', content: 'Let me think.' }], 0],
    ['is unknown for media without text', [text(''), image], null],
    ['is that of the text next to media', [text('See:'), image], 4],
  ])('%s', (_name, parts, expected) => {
    expect(replyLength(parts)).toBe(expected);
  });
});
