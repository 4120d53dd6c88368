import type { MessagePart, ToolDefinition } from '../../../formats';
import { findSpans, judgeCall, makeInput, makeMessage, textsOf } from '../conversations';

const tool: ToolDefinition = {
  name: 'search',
  description: null,
  parameters: {
    type: 'dict',
    properties: {
      room: { type: 'string', enum: ['Kitchen', 'Living room', 'Patio'] },
      order: { type: 'string', enum: ['newest', 'cheapest'] },
      limit: { type: 'integer', default: 25, description: 'How many, at most 500.' },
      filters: { type: 'array', items: { type: 'dict', properties: { unit: { enum: ['km', 'mi'] } } } },
    },
  },
};

describe.each([
  ['a name', 'Play something by DJ Sunny', '"Katy Perry"', '"dj sunny"'],
  ['a place', 'Weather in Fresno please', '"Portland, OR"', '"Fresno, CA"'],
  ['a number', 'Send 84 bucks to Yumi', '48', '84.0'],
  ['a percentage', 'Take an annual rate of 5%', '0.07', '0.05'],
  ['a number in words', 'A table for four', '6', '4'],
  ['a large number', 'It has 9.597 million people', '8597000', '9597000'],
  ['a date', 'Arrive on March 5th, 2024', '"2024-03-07"', '"2024-03-05"'],
  ['a day of a range', 'From April 3rd to 5th 2023', '"2023-04-09"', '"2023-04-05"'],
  ['a moment', 'On 2024-03-05 at 2:30 pm', '"2024-03-05 16:45:00"', '"2024-03-05T14:30:00"'],
  ['a unit', 'Run 15 kilometers', '"lb"', '"km"'],
  ['a currency', 'Convert to British pounds', '"JPY"', '"GBP"'],
  ['an identifier', 'Close project DA-12345', '"DA-12343"', '"DA-12345"'],
  ['text in another script', '最近の東京タワーのニュース', '"大阪城"', '"東京タワー"'],
])('%s', (_kind, request, invented, supported) => {
  it('is annotated when the evidence does not have it', () => {
    const [annotation] = judgeCall(request, `{"x": ${invented}}`);

    expect(annotation?.text).toBe(invented.replaceAll('"', ''));
    expect(annotation).toMatchObject({
      label: 'tool_argument_fabrication',
      toolName: 'search',
      parameterName: 'x',
    });
  });

  it('is not annotated when the evidence has it in another form', () => {
    expect(judgeCall(request, `{"x": ${supported}}`)).toEqual([]);
  });
});

describe('the schema of a parameter', () => {
  it('supports defaults, numbers of its description, and any choice that the user did not make', () => {
    expect(judgeCall('Look around', '{"limit": 25, "order": "cheapest"}', [tool])).toEqual([]);
    expect(judgeCall('Look around', '{"limit": 500}', [tool])).toEqual([]);
    expect(textsOf(judgeCall('Look around', '{"limit": 77}', [tool]))).toEqual(['77']);
  });

  it('does not support a choice when the user named another', () => {
    expect(textsOf(judgeCall('Play it in the kitchen', '{"room": "Patio"}', [tool]))).toEqual(['Patio']);
    expect(judgeCall('Play it in the kitchen', '{"room": "Kitchen"}', [tool])).toEqual([]);
  });

  it('is followed into arrays', () => {
    expect(judgeCall('Look around', '{"filters": [{"unit": "mi"}]}', [tool])).toEqual([]);
  });
});

describe('places of arguments', () => {
  it('are exact offsets in the string as sent, with a dotted path', () => {
    const args = '{ "note\\n😀": "soon",\n "filters": [ {"city": "Rom\\u0065"}, {"city":"Paris"} ] }';

    const annotations = judgeCall('Book Paris soon', args);

    expect(annotations.map(({ text, parameterName }) => [text, parameterName])).toEqual([
      ['Rom\\u0065', 'filters.0.city'],
    ]);
    const { startOffset = 0, endOffset = 0 } = annotations[0] ?? {};
    expect([...args].slice(startOffset, endOffset).join('')).toBe('Rom\\u0065');
  });

  it.each(['', '{', 'null', '[]', '[true, null, ""]', '{"a": "Paris', "city='Paris'", 'Paris'])(
    'are none in %j',
    (args) => {
      expect(judgeCall('Book Paris soon', args)).toEqual([]);
    },
  );
});

describe('a proposal of the assistant', () => {
  it('supports an argument of a later call, but no later statement', () => {
    const call: MessagePart = {
      type: 'tool_call',
      id: null,
      name: 'search',
      arguments: '{"city": "Lisbon"}',
    };
    const talk = [
      makeMessage('user', 'I need a warm place to go this winter.'),
      makeMessage('assistant', 'How about Lisbon?'),
      makeMessage('user', 'Yes, book that one for the two of us.'),
    ];

    const ofCall = findSpans(makeInput([...talk, makeMessage('assistant', call)])).annotations;
    const ofText = findSpans(
      makeInput([...talk, makeMessage('assistant', 'I booked you into Lisbon.')]),
    ).annotations;

    expect(ofCall).toEqual([]);
    expect(textsOf(ofText)).toEqual([expect.stringContaining('Lisbon')]);
  });
});
