import type { Message, MessagePart } from '../../formats';
import { type IssueKind, type IssueLabel, issueKinds } from '../contract/issue-label';
import { allLabels, findSpans, makeInput, makeMessage, textsOf } from './conversations';

const fact = 'The Harbor Tower was built in 1887.';
const image = { type: 'uri', modality: 'image', uri: 'https://example.org/a.png' } as const;

describe('evidence', () => {
  it('is system, developer and user text and tool results, not earlier assistant turns', () => {
    const result = { type: 'tool_call_response', id: null, response: '{"height": 62}' } as const;
    const said = (...messages: Message[]) =>
      textsOf(findSpans(makeInput([...messages, makeMessage('assistant', 'It has 62 metres.')])).annotations);

    expect(said(makeMessage('system', fact), makeMessage('tool', result))).toEqual([]);
    expect(said(makeMessage('developer', 'The tower has 62 metres.'))).toEqual([]);
    expect(said(makeMessage('user', fact), makeMessage('assistant', 'It has 62 metres.'))).toEqual([
      expect.stringContaining('62'),
    ]);
  });

  it('includes the domain context', () => {
    const input = makeInput([makeMessage('user', fact), makeMessage('assistant', 'It has 62 metres.')]);

    const { annotations } = findSpans({
      ...input,
      issueConfig: { labels: allLabels, domainContext: 'The tower has 62 metres.' },
    });

    expect(annotations).toEqual([]);
  });

  it.each([
    [
      'only a question',
      [makeMessage('user', 'What is the capital of Peru?')],
      'no_evidence',
      /states nothing/,
    ],
    [
      'only a request',
      [makeMessage('system', 'You are a helpful guide.'), makeMessage('user', 'Tell me about Lima')],
      'no_evidence',
      /states nothing/,
    ],
    ['an image', [makeMessage('user', fact, image)], 'unreadable_attachment', /cannot read/],
    ['nothing', [], 'no_evidence', /states nothing/],
  ])('that is %s gives no basis to judge text, and says why', (_kind, sources, notJudgeable, limit) => {
    const outcome = findSpans(makeInput([...sources, makeMessage('assistant', 'In 1535, by Pizarro.')]));

    expect(outcome).toEqual({
      annotations: [],
      suspected: [],
      score: null,
      notJudgeable,
      limits: [expect.stringMatching(limit)],
    });
  });
});

describe('suspected words', () => {
  const reply = (text: string) =>
    findSpans(makeInput([makeMessage('user', fact), makeMessage('assistant', text)]));
  const hedged = 'It was built in 1887, as far as the town remembers.';

  it('are the likeliest of a reply in which nothing is found', () => {
    const { annotations, suspected, score } = reply(hedged);

    expect(annotations).toEqual([]);
    expect(score).toBeLessThan(0.5);
    expect(suspected.length).toBeGreaterThan(0);
    for (const { text, startOffset, endOffset } of suspected)
      expect(hedged.slice(startOffset, endOffset)).toBe(text);
  });

  it('are none where anything is found', () => {
    const { annotations, suspected } = reply('It was built in 1889.');

    expect(annotations).toMatchObject([{ text: '1889' }]);
    expect(suspected).toEqual([]);
  });

  it('are none in a greeting', () => {
    expect(reply('Good morning, dear visitor!').suspected).toEqual([]);
  });
});

describe('annotations', () => {
  it('count emoji as one and stay inside their part', () => {
    const { annotations } = findSpans(
      makeInput([
        makeMessage('user', fact),
        makeMessage('assistant', '😀😀 It is old.', '👍 Built in 1889.'),
      ]),
    );

    expect(annotations).toMatchObject([
      {
        text: '1889',
        messagePartIndex: 1,
        startOffset: 11,
        endOffset: 15,
        toolName: null,
        parameterName: null,
      },
    ]);
  });
});

describe('labels', () => {
  const call = { type: 'tool_call', id: null, name: 'book', arguments: '{"seats": 4712}' } as const;
  const find = (labels: IssueLabel[], ...parts: (MessagePart | string)[]) =>
    findSpans({
      ...makeInput([makeMessage('user', fact), makeMessage('assistant', ...parts)]),
      issueConfig: { labels, domainContext: null },
    });
  const makeLabel = (name: string, covers?: IssueKind[]): IssueLabel => ({ name, description: '', covers });
  const reply = 'It was built in 1889.';

  it('are those that cover the kinds of the findings', () => {
    const { annotations, limits } = find([makeLabel('wrong_fact', [...issueKinds])], reply, call);

    expect(annotations.map(({ label, toolName }) => [label, toolName])).toEqual([
      ['wrong_fact', null],
      ['wrong_fact', 'book'],
    ]);
    expect(limits).toEqual([]);
  });

  it('cover the kind of the same name unless they say what they cover', () => {
    const labelsWith = (covers?: IssueKind[]) => [makeLabel('fabrication', covers)];

    expect(find(labelsWith(), reply).annotations).toMatchObject([{ label: 'fabrication' }]);
    expect(find(labelsWith(['reasoning_error']), reply).annotations).toEqual([]);
  });

  it('leave kinds uncovered, which the limits name if they could be in the reply', () => {
    const labels = [makeLabel('wrong_fact', ['fabrication', 'reasoning_error'])];

    expect(find(labels, reply).limits).toEqual([
      'No label covers context_misattribution, incorrect_refusal: the reply was not examined for such issues.',
    ]);
    expect(find(labels, reply, call).limits).toEqual([
      expect.stringMatching(/context_misattribution, incorrect_refusal, tool_argument_fabrication:/),
    ]);
  });

  it.each([
    ['any kind', [makeLabel('tone')], [reply], /fabrication, context_misattribution, .*incorrect_refusal:/],
    ['a kind of the reply', [makeLabel('tool_argument_fabrication')], [reply], /reasoning_error/],
    ['arguments of calls', [makeLabel('fabrication')], [call], /tool_argument_fabrication/],
  ])('that do not cover %s make it not judgeable', (_name, labels, parts, limit) => {
    expect(find(labels, ...parts)).toEqual({
      annotations: [],
      suspected: [],
      score: null,
      notJudgeable: 'no_label',
      limits: [expect.stringMatching(limit)],
    });
  });

  it('that cover a part of the reply make the verdict about this part', () => {
    const labels = [makeLabel('wrong_argument', ['tool_argument_fabrication'])];

    const { annotations, score, notJudgeable } = find(labels, reply, call);

    expect(annotations).toMatchObject([{ label: 'wrong_argument', messagePartIndex: 1 }]);
    expect(notJudgeable).toBeNull();
    expect(score).toBe(annotations[0]?.confidence);
  });

  it('do not raise the score by what they do not cover', () => {
    const refusal = "I'm sorry, I don't know when the Harbor Tower was built.";
    const scoreWith = (...covers: IssueKind[]) => find([makeLabel('wrong', covers)], refusal).score ?? 0;

    expect(scoreWith('incorrect_refusal')).toBeLessThanOrEqual(scoreWith(...issueKinds));
    expect(find([makeLabel('wrong', ['incorrect_refusal'])], reply)).toMatchObject({
      annotations: [],
      score: 0,
      notJudgeable: null,
    });
  });
});

it('says that code in a programming language was not judged', () => {
  const limitsOf = (reply: string) =>
    findSpans(makeInput([makeMessage('user', fact), makeMessage('assistant', reply)])).limits;

  expect(limitsOf('It is this:\n```python\nprint(1887)\n```')).toEqual([
    'Code of the reply in a programming language was not judged.',
  ]);
  expect(limitsOf('It is this:\n```json\n{"built": 1887}\n```')).toEqual([]);
});

it('compares a bare value with the instructions that are about the question', () => {
  const found = (reply: string, rules: string): string[] =>
    findSpans(
      makeInput([
        makeMessage('system', rules),
        makeMessage('user', 'When was the Kell lighthouse built?'),
        makeMessage('assistant', reply),
      ]),
    ).annotations.map(({ text }) => text);
  const rules = 'Always be brief. The Kell lighthouse was built in 1887.';

  expect(found('In 1887.', rules)).toEqual([]);
  expect(found('In 1889.', rules)).toEqual(['1889']);
  const others =
    'Be polite to callers. Speak slowly. Close each call with thanks. You must file each letter since 1954.';
  expect(found('It was built in 1954.', `${rules} ${others}`)).not.toEqual([]);
});

describe('findUngroundedSpans', () => {
  const evaluate = (reply: string, source = fact) =>
    findSpans(makeInput([makeMessage('user', source), makeMessage('assistant', reply)]));

  it('scores a supported reply lower than a false one, and cannot judge a reply without evidence', () => {
    const supported = evaluate('It was built in 1887.');
    const invented = evaluate('It was built in 1889.');

    expect(supported).toMatchObject({ annotations: [], score: expect.any(Number) });
    expect(invented.annotations).toMatchObject([
      { text: expect.stringContaining('1889'), label: 'fabrication' },
    ]);
    expect(invented.score).toBeGreaterThanOrEqual(0.5);
    expect(supported.score).toBeLessThan(invented.score ?? Number.NaN);
    expect(evaluate('In 1535.', 'When was Lima founded?')).toMatchObject({
      notJudgeable: 'no_evidence',
      limits: [expect.stringMatching(/states nothing/)],
    });
  });

  it('compares a reply in another script by its numbers', () => {
    const verdict = evaluate('这个港口在1955年关闭了。', '这个港口在1954年关闭，1958年重新开放。');

    expect(verdict).toMatchObject({
      annotations: [{ text: '1955' }],
      limits: [expect.stringMatching(/is not in English/)],
    });
  });

  it('takes compact JSON for a statement', () => {
    const verdict = evaluate(
      'Cafe Uno was founded in 1977.',
      '{"name":"Cafe Uno","attributes":{"WiFi":"no","OutdoorSeating":false}}',
    );

    expect(verdict).toMatchObject({ score: expect.any(Number), annotations: [{ label: 'fabrication' }] });
  });

  it('says so when many messages together are more than the model reads', () => {
    const messages = Array.from({ length: 60 }, () => makeMessage('user', `${fact} `.repeat(130)));

    const { limits } = findSpans(makeInput([...messages, makeMessage('assistant', 'It was built in 1887.')]));

    expect(limits).toEqual([
      expect.stringMatching(/first 8,000 words of the reply and 50,000 of the evidence/),
    ]);
  });

  it('lists the first 2,000 spans, and says so', () => {
    const reply = Array.from({ length: 2_002 }, (_, index) => `It has ${3_000 + index} floors.`).join('\n');

    const { annotations, limits } = findSpans(
      makeInput([makeMessage('user', fact), makeMessage('assistant', reply)]),
    );

    expect(annotations).toHaveLength(2_000);
    expect(annotations[1_999]?.text).toContain('4999');
    expect(limits).toContainEqual(expect.stringMatching(/More than 2,000 spans/));
  });

  it('cannot judge an empty reply', () => {
    expect(evaluate('', fact)).toMatchObject({
      notJudgeable: 'no_text',
      limits: [expect.stringMatching(/no text and no tool call/)],
    });
  });

  it('compares a reply in German by its numbers and names, and says so', () => {
    const verdict = evaluate(
      'Der Turm wurde im Jahr 1889 von Ferdinand Bauer gebaut und steht heute noch am Hafen der Stadt.',
      'Der Turm wurde im Jahr 1887 gebaut und ist seit dem Krieg nur noch an Sonntagen offen.',
    );

    expect(verdict).toMatchObject({
      annotations: [{ text: '1889' }, { text: 'Ferdinand Bauer' }],
      limits: [
        expect.stringMatching(/not in English but in German: .*names.*, and 0 of 1 sentences as a whole/),
      ],
    });
  });
});
