import { conversationOf, readLine, timetableTurns } from './read-line';

const look = { name: 'look_up', arguments: { day: 'Sunday' } };

describe('sharegpt', () => {
  it('reads turns of {from, value}, with calls as LLaMA-Factory writes them', () => {
    const row = {
      id: 'identity_0',
      system: 'Use the timetable.',
      tools: JSON.stringify([{ name: 'look_up', description: 'Looks up', parameters: { type: 'object' } }]),
      conversations: [
        { from: 'human', value: 'When is the first boat?' },
        { from: 'function_call', value: JSON.stringify(look) },
        { from: 'observation', value: '11:15' },
        { from: 'gpt', value: 'At 07:40.' },
      ],
    };

    expect(readLine('sharegpt', row)).toEqual(timetableTurns);
    expect(conversationOf('sharegpt', row)).toMatchObject({
      externalId: expect.stringMatching(/^sharegpt:/),
      tags: { id: 'identity_0' },
      tools: [{ name: 'look_up' }],
    });
  });

  it('reports unknown roles and rows without turns', () => {
    expect(readLine('sharegpt', { conversations: [{ from: 'narrator', value: 'a' }] })).toEqual([
      expect.stringMatching(/^body\.messages\.0\.role: /),
    ]);
    expect(readLine('sharegpt', { text: 'a' })).toEqual([expect.stringMatching(/^body\.conversations: /)]);
  });
});

describe('hf-chat', () => {
  it('reads messages, with calls as chat templates expect them', () => {
    const row = {
      prompt_id: 'p1',
      tools: [{ type: 'function', function: { name: 'look_up', parameters: { type: 'object' } } }],
      messages: [
        { role: 'system', content: 'Use the timetable.' },
        { role: 'user', content: [{ type: 'image' }, { type: 'text', text: 'When is the first boat?' }] },
        { role: 'assistant', tool_calls: [{ type: 'function', function: look }] },
        { role: 'tool', name: 'look_up', content: '11:15' },
        { role: 'assistant', content: 'At 07:40.' },
      ],
    };

    expect(readLine('hf-chat', row)).toEqual(timetableTurns);
    expect(conversationOf('hf-chat', row)).toMatchObject({
      tags: { id: 'p1' },
      tools: [{ name: 'look_up' }],
    });
  });

  it.each([
    { prompt: 'Hello', completion: 'Good day.' },
    {
      prompt: [{ role: 'user', content: 'Hello' }],
      completion: [{ role: 'assistant', content: 'Good day.' }],
    },
    { prompt: 'Hello', chosen: 'Good day.', rejected: 'What?' },
    {
      prompt: 'Hello',
      chosen: [
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: 'Good day.' },
      ],
    },
  ])('reads %j', (row) => {
    expect(readLine('hf-chat', row)).toEqual(['user: Hello', 'assistant: Good day.']);
  });

  it('reads reasoning, and reports rows of plain text', () => {
    const messages = [{ role: 'assistant', thinking: 'Hm.', content: 'Yes.' }];

    expect(readLine('hf-chat', { messages })).toEqual(['assistant: Yes. | reasoning ["Hm."]']);
    expect(readLine('hf-chat', { text: 'a' })).toEqual([expect.stringMatching(/^body\.messages: /)]);
  });
});
