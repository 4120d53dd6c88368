import { fc } from '../../../test/support/property';
import type { Message, MessagePart, ToolDefinition } from '../../formats';
import { codePointLength, partText, sliceCodePoints } from '../../text';
import { type Annotation, type EvidenceLocation, MAX_EVIDENCE_LOCATIONS } from '../contract/annotation';
import { SpanFinder } from '../find-ungrounded-spans';
import { loadGroundingModel } from '../model/grounding-model';
import { allLabels, makeMessage } from './conversations';

const model = loadGroundingModel();
const toolResult = (response: string): MessagePart => ({ type: 'tool_call_response', id: null, response });
const call = (args: object): MessagePart => ({
  type: 'tool_call',
  id: null,
  name: 'book',
  arguments: JSON.stringify(args),
});

/** The annotations of each assistant message, judged one after another. */
function judgeReplies(
  messages: Message[],
  domainContext: string | null = null,
  tools: ToolDefinition[] = [],
) {
  const finder = new SpanFinder(
    { messages, tools, issueConfig: { labels: allLabels, domainContext } },
    model,
  );
  return messages.flatMap(({ role }, position) =>
    role === 'assistant' ? [{ position, annotations: finder.find(position).annotations }] : [],
  );
}

function textOf(messages: readonly Message[], { messageIndex, messagePartIndex }: EvidenceLocation): string {
  const part = messages[messageIndex]?.parts[messagePartIndex];
  return (part && partText(part)) ?? '';
}

function textAt(messages: readonly Message[], location: EvidenceLocation): string {
  return sliceCodePoints(textOf(messages, location), location.startOffset, location.endOffset);
}

/** Where the evidence of the last reply's annotations is, as message, part and text. */
function locate(messages: Message[], domainContext: string | null = null, tools: ToolDefinition[] = []) {
  const { annotations = [] } = judgeReplies(messages, domainContext, tools).at(-1) ?? {};
  return annotations.flatMap(({ evidence }) =>
    evidence.map((location) => [
      location.messageIndex,
      location.messagePartIndex,
      textAt(messages, location),
    ]),
  );
}

describe('the evidence of the grounding evaluator', () => {
  const facts = '📜 The Harrow Bridge was opened in 1887. It is not open on Mondays.';

  it.each<[string, Message[], unknown[]]>([
    [
      'the system prompt',
      [makeMessage('system', facts), makeMessage('user', 'When?'), makeMessage('assistant', 'In 1889.')],
      [[0, 0, '1887']],
    ],
    [
      'the second part of a user message',
      [makeMessage('user', 'Read 😀 this:', facts), makeMessage('assistant', 'It was opened in 1889.')],
      [[0, 1, '1887']],
    ],
    [
      'a field of a tool result',
      [
        makeMessage('user', 'When was the Harrow Bridge opened?'),
        makeMessage('tool', toolResult('{"😀": "🎉", "bridge": {"opened": 1887, "length": "214 metres"}}')),
        makeMessage('assistant', 'The bridge is 214 km long.'),
      ],
      [[1, 0, '214 metres']],
    ],
    [
      'the sentence most like the reply, of several with the words that are quoted',
      [
        makeMessage('user', 'The parcel of Ada weighs 13 kg and ships on 3 May from Lyon.'),
        makeMessage('user', 'The parcel of Bo 📦 weighs 13 kg and ships on 3 May from Oslo.'),
        makeMessage('assistant', 'The parcel of Bo ships on 5 May from Oslo.'),
      ],
      [[1, 0, '3 May']],
    ],
    [
      'a sentence that says the opposite',
      [
        makeMessage('user', facts),
        makeMessage('assistant', 'Hello!'),
        makeMessage('user', 'Can I visit it?'),
        makeMessage('assistant', 'It is open on Mondays.'),
      ],
      [[0, 0, 'It is not open on Mondays.']],
    ],
    [
      'an earlier reply, for an argument',
      [
        makeMessage('user', 'Find a table.'),
        makeMessage('assistant', 'A table for 6 people is free.'),
        makeMessage('user', 'Yes, please.'),
        makeMessage('assistant', call({ seats: 8 })),
      ],
      [[1, 0, '6']],
    ],
    [
      'what a user says no to',
      [
        makeMessage('user', '😀 Two rooms, but no breakfast for us.'),
        makeMessage('assistant', call({ include_breakfast: true })),
      ],
      [[0, 0, 'no breakfast']],
    ],
    [
      'what a user asks to turn off',
      [
        makeMessage('user', 'Open the door and turn off the lamp and wait.'),
        makeMessage('assistant', call({ lamp_on: true })),
      ],
      [[0, 0, 'turn off the lamp']],
    ],
  ])('is in %s', (_, messages, expected) => {
    expect(locate(messages)).toEqual(expected);
  });

  it('is where the conversation mentions another choice of the schema', () => {
    const parameters = { type: 'object', properties: { city: { enum: ['New York', 'Boston'] } } };
    const tools = [{ name: 'book', description: null, parameters }];
    const messages = [
      makeMessage('user', '🗽 A table in new york.'),
      makeMessage('assistant', call({ city: 'Boston' })),
    ];

    expect(locate(messages, null, tools)).toEqual([[0, 0, 'new york']]);
  });

  it('has no location in the domain context, even if messages follow the reply', () => {
    const messages = [
      makeMessage('user', 'When was it opened?'),
      makeMessage('assistant', 'It was opened in 1889.'),
      makeMessage('user', facts),
      makeMessage('assistant', 'Thanks.'),
    ];

    const [{ annotations } = { annotations: [] }] = judgeReplies(messages, 'The bridge was opened in 1887.');

    expect(annotations).toMatchObject([{ text: '1889', evidence: [] }]);
    expect(annotations[0]?.explanation).toContain('1887');
  });
});

const said = fc
  .array(
    fc.constantFrom(
      ...[
        'The tower has 62 floors.',
        'It opened on 12 May 1887.',
        'The ferry leaves at 9:30 am.',
        '😀',
        '\r\n',
      ],
      ...[
        'Ann Keller runs it 5 km from Dover.',
        'Write to desk@harbor.example.',
        'It is not closed on Mondays.',
      ],
      ...[
        'See https://harbor.example/desk.',
        '{"a": {"open": false, "rooms": 214}, "wifi": null}',
        '\u2028',
        ' ',
      ],
      ...[
        'Version 2.14.3, without breakfast.',
        'Turn off the lamp.',
        'half an hour',
        '7 kg',
        '  ',
        '\ud83d',
        '5',
      ],
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((pieces) => pieces.join(' '));
const claim = fc
  .array(
    fc.constantFrom(
      ...['The tower has 63 floors.', 'It opened on 14 May 1888.', 'The ferry leaves at 8:15 am.', '😀'],
      ...[
        'Bob Miller runs it 5 miles from Dover.',
        'Write to bob@harbor.example.',
        'It is closed on Mondays.',
      ],
      ...[
        'See https://harbor.example/else.',
        'It is open and has 215 rooms and wifi.',
        'It sells red kites.',
      ],
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((pieces) => pieces.join(' '));
const args = fc.record(
  {
    ...{ rooms: fc.constantFrom(215, 63), date: fc.constant('2024-07-14'), at: fc.constant('22:45') },
    ...{ version: fc.constant('2.14.4'), lamp_on: fc.constant(true), include_breakfast: fc.constant(true) },
    ...{ link: fc.constant('https://other.example/a'), who: fc.constantFrom('Ann Miller', 'tower park') },
  },
  { requiredKeys: [] },
);
const turn = fc
  .tuple(
    fc.constantFrom<Message['role']>('system', 'user', 'tool'),
    fc.array(said, { minLength: 1, maxLength: 3 }),
    fc.oneof(
      claim.map((text) => makeMessage('assistant', text)),
      args.map((values) => makeMessage('assistant', call(values))),
    ),
  )
  .map(([role, texts, reply]) => [
    makeMessage(role, ...texts.map((text) => (role === 'tool' ? toolResult(text) : text))),
    reply,
  ]);

/** Leads to what the explanation quotes of the evidence. What the schema or the reply has comes after other words. */
const QUOTED =
  /(?:the evidence (?:has|says)|nearest (?:number|one) there is|Closest match in the evidence:|says the opposite:|; it (?:has|says)|the closest (?:is|are)|it gives for this is|” but) (“[^”]*”(?:, “[^”]*”)*)/g;

function listQuotations({ explanation }: Annotation): string[] {
  return [...explanation.matchAll(QUOTED)].flatMap(([, quotations = '']) =>
    [...quotations.matchAll(/“([^”]*?)…?”/g)].map(([, quoted = '']) => quoted),
  );
}

const squeeze = (text: string): string => text.replace(/\s+/g, ' ').trim();

it('is distinct text before the reply, and has each quotation of the explanation', () => {
  let quotations = 0;
  fc.assert(
    fc.property(fc.array(turn, { minLength: 1, maxLength: 4 }), (turns) => {
      const messages = turns.flat();
      for (const { position, annotations } of judgeReplies(messages)) {
        for (const annotation of annotations) {
          const { evidence } = annotation;
          expect(evidence.length).toBeLessThanOrEqual(MAX_EVIDENCE_LOCATIONS);
          expect(new Set(evidence.map((location) => JSON.stringify(location))).size).toBe(evidence.length);
          for (const location of evidence) {
            const text = textAt(messages, location);
            expect(location.messageIndex).toBeLessThan(position);
            expect(location.startOffset).toBeGreaterThanOrEqual(0);
            expect(codePointLength(text)).toBe(location.endOffset - location.startOffset);
            expect(text).toBe(text.trim());
            expect(text).not.toBe('');
          }
          const located = evidence.map((location) => squeeze(textAt(messages, location)));
          for (const quotation of listQuotations(annotation)) {
            // A field is quoted after its name.
            const value = squeeze(quotation.replace(/^(?:a\.)?(?:open|rooms|wifi): /, ''));
            expect({ annotation, located: located.some((text) => text.includes(value)) }).toEqual({
              annotation,
              located: true,
            });
            quotations += 1;
          }
        }
      }
    }),
    { seed: 20_261_123, numRuns: 300 },
  );
  expect(quotations).toBeGreaterThan(1000);
});
