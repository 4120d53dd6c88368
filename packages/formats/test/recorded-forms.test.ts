import { startCpuClock } from '../../../test/support/cpu-time';
import type { MessagePart } from '../model/message';
import { readRecordedMessages } from '../recorded/recorded-messages';

/** The messages in the form `role: part | part`. */
const read = (value: unknown, role: 'user' | 'assistant' = 'user') =>
  readRecordedMessages(value, role).map(
    ({ role: ofMessage, parts }) => `${ofMessage}: ${parts.map(show).join(' | ')}`,
  );

const show = ({ type, ...fields }: MessagePart) => `${type} ${Object.values(fields).join(' ')}`;

describe("OpenAI's Responses API in a recorded value", () => {
  const call = { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'find', arguments: '{}' };

  it('has calls, results and reasoning as messages', () => {
    const items = [
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'When?' },
          { type: 'input_image', image_url: 'https://a.test' },
        ],
      },
      { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'Look it up.' }] },
      call,
      { type: 'function_call_output', call_id: 'c1', output: 'at nine' },
    ];

    expect(read(items)).toEqual([
      'user: text When? | uri image https://a.test',
      'assistant: tool_call c1 find {} | reasoning Look it up.',
      'tool: tool_call_response c1 at nine',
    ]);
  });

  it('takes time in proportion to the items of one reply', () => {
    const items = Array.from({ length: 4000 }, () => ({
      type: 'reasoning',
      summary: [{ type: 'summary_text', text: 'a' }],
    }));
    const cpuMs = startCpuClock();

    const [message] = read([...items, call]);

    expect(cpuMs()).toBeLessThan(700);
    expect(message).toMatch(/^assistant: tool_call c1 find \{\} \| reasoning a \|/);
  });

  it('is read of a whole response', () => {
    const text = {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'I look.', annotations: [] }],
    };

    expect(read({ object: 'response', output: [text, call] }, 'assistant')).toEqual([
      'assistant: text I look. | tool_call c1 find {}',
    ]);
  });

  it('is not seen in lists of other values', () => {
    expect(read([call, { answer: 42 }])).toEqual([
      `user: text ${JSON.stringify(call)}`,
      'user: text {"answer":42}',
    ]);
  });
});

describe("Anthropic's Messages API in a recorded value", () => {
  it('has results of tools with their images, and what Anthropic searched', () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } };
    const page = {
      type: 'web_search_result',
      title: 'Ferries',
      url: 'https://f.test',
      encrypted_content: 'x',
    };

    expect(
      read([
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c1', content: [{ type: 'text', text: 'a map' }, image] },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'server_tool_use', id: 'c2', name: 'web_search', input: { query: 'ferry' } },
            { type: 'web_search_tool_result', tool_use_id: 'c2', content: [page] },
          ],
        },
      ]),
    ).toEqual([
      'tool: tool_call_response c1 a map',
      'user: blob image image/png aGk=',
      'assistant: tool_call c2 web_search {"query":"ferry"}',
      'tool: tool_call_response c2 Ferries\nhttps://f.test',
    ]);
  });
});

it("reads Anthropic's calls without input as empty arguments, and results without content as empty text", () => {
  expect(
    read([
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'list' }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: [] }] },
    ]),
  ).toEqual(['assistant: tool_call c1 list {}', 'tool: tool_call_response c1 ']);
});

it('reads media that have no type, or another one', () => {
  const content = [
    { image_url: { url: 'https://a.test/b.png' } },
    { type: 'image', image_url: { url: 'https://a.test/c.png' } },
    { type: 'document', file: { file_id: 'file-1' } },
  ];

  expect(read([{ role: 'user', content }])).toEqual([
    'user: uri image https://a.test/b.png | uri image https://a.test/c.png | file file-1',
  ]);
});

it('reads custom calls of tools and spoken replies', () => {
  const custom = { id: 'c1', type: 'custom', custom: { name: 'run_sql', input: 'SELECT 1' } };

  expect(read([{ role: 'assistant', content: null, tool_calls: [custom] }])).toEqual([
    'assistant: tool_call c1 run_sql SELECT 1 true',
  ]);
  expect(read([{ role: 'assistant', audio: { id: 'a', transcript: 'At nine.' } }])).toEqual([
    'assistant: text At nine.',
  ]);
});
