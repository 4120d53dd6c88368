import type { Message } from '../../../../packages/formats';
import { enforceOffsets } from '../../../../src/evaluation/judgment/enforce-offsets';
import { placeFindings } from '../../../../src/evaluation/llm-judge/finding-places';
import type { Finding } from '../../../../src/evaluation/llm-judge/judge-findings';
import type { JudgeWindow } from '../../../../src/evaluation/llm-judge/judge-windows';
import { judgedText } from '../../../../src/evaluation/llm-judge/judged-text';
import { startCpuClock } from '../../../support/cpu-time';
import { fc } from '../../../support/property';
import { runSteps } from '../../../support/run-steps';

const labels = [
  { name: 'fabrication', description: 'Made up' },
  { name: 'reasoning_error', description: 'Does not follow' },
];

const reply: Message = {
  role: 'assistant',
  name: null,
  parts: [
    { type: 'text', content: '😀 Rooms: 42 in Lyon, 42 in Nice.' },
    { type: 'text', content: 'Breakfast is free.' },
    { type: 'tool_call', id: 'call_1', name: 'book', arguments: '{"guest": {"city": "Lyon", "nights": 3}}' },
    { type: 'reasoning', content: 'Perhaps Metz?' },
  ],
};

const source = { heading: 'user, text', toolName: null };
const window: JudgeWindow = {
  segments: [4, 5, null].map((number) => ({
    source,
    number,
    text: 'A line.',
    location: null,
    length: 7,
    tokens: 9,
  })),
  reply: reply.parts.flatMap((part, partIndex) => {
    const text = judgedText(part);
    return text === null ? [] : [{ partIndex, text, offset: 0 }];
  }),
  evidence: { index: 1, count: 1 },
  stretch: { index: 1, count: 1 },
};

function finding(changes: Partial<Finding>): Finding {
  return {
    part: 0,
    quote: 'Lyon',
    context: null,
    label: 'fabrication',
    explanation: 'Nowhere said.',
    basis: 'unsupported',
    parameter: null,
    evidence: [],
    ...changes,
  };
}

function place(...findings: Partial<Finding>[]) {
  const { issues, unanchored } = runSteps(placeFindings(findings.map(finding), window, reply, labels));
  return { annotations: issues.map(({ annotation }) => annotation), issues, unanchored: unanchored.length };
}

describe('placeFindings', () => {
  it('places a quote by code points', () => {
    expect(place({}).annotations).toEqual([
      {
        text: 'Lyon',
        label: 'fabrication',
        explanation: 'Nowhere said.',
        messagePartIndex: 0,
        startOffset: 15,
        endOffset: 19,
        toolName: null,
        parameterName: null,
        confidence: null,
      },
    ]);
  });

  it('counts offsets from the start of the part even if only a stretch of it is judged', () => {
    const [piece] = window.reply;
    const stretch = { ...window, reply: [{ partIndex: 0, text: piece?.text.slice(12) ?? '', offset: 11 }] };

    const { issues } = runSteps(placeFindings([finding({})], stretch, reply, labels));

    expect(issues).toMatchObject([{ annotation: { text: 'Lyon', startOffset: 15, endOffset: 19 } }]);
  });

  it('returns the tool and the parameter of a quote from arguments', () => {
    expect(place({ part: 2, parameter: 'guest.city' }).annotations).toMatchObject([
      { text: 'Lyon', messagePartIndex: 2, startOffset: 20, toolName: 'book', parameterName: 'guest.city' },
    ]);
  });

  it.each([
    ['3', 'guest.city', 'guest.nights'],
    ['3', 'customer.email', 'guest.nights'],
    ['3', null, 'guest.nights'],
    ['"Lyon", "nights": 3', 'guest', 'guest'],
    ['"Lyon", "nights": 3', 'customer', null],
    ['"Lyon", "nights": 3', null, null],
    ['nights', 'guest.nights', 'guest.nights'],
    ['nights', 'guest.night', null],
  ])(
    'returns the parameter that contains %s, not the one that the judge named: %s',
    (quote, parameter, name) => {
      expect(place({ part: 2, quote, parameter }).annotations).toMatchObject([{ parameterName: name }]);
    },
  );

  it('returns no parameter without a tool call', () => {
    expect(place({ parameter: 'guest.city' }).annotations).toMatchObject([
      { toolName: null, parameterName: null },
    ]);
  });

  it('returns the text of the reply if the judge quotes it inexactly', () => {
    expect(place({ part: 1, quote: 'breakfast  IS free' }).annotations).toMatchObject([
      { text: 'Breakfast is free', startOffset: 0, endOffset: 17 },
    ]);
  });

  it.each([0, 2, 7, -1])('finds an exact quote in another part than the named part %p', (part) => {
    expect(place({ part, quote: 'Breakfast' }).annotations).toMatchObject([
      { text: 'Breakfast', messagePartIndex: 1 },
    ]);
    expect(place({ part, quote: 'BREAKFAST' })).toMatchObject({ annotations: [], unanchored: 1 });
  });

  it('marks a quote in each other part that it occurs in, if the named one lacks it', () => {
    expect(place({ part: 1 })).toMatchObject({
      annotations: [{ messagePartIndex: 0 }, { messagePartIndex: 2, toolName: 'book' }],
      unanchored: 0,
    });
    expect(place({ part: 1, context: '42 in Lyon' }).annotations).toMatchObject([{ messagePartIndex: 0 }]);
  });

  it('places an ambiguous quote inside its context', () => {
    expect(
      place({ quote: '42', context: '42 in Nice' }, { quote: '42', context: 'Rooms: 42' }),
    ).toMatchObject({
      annotations: [{ startOffset: 21 }, { startOffset: 9 }],
      unanchored: 0,
    });
  });

  it.each([
    ['without a context', null],
    ['with a context that holds both', 'Rooms: 42 in Lyon, 42 in Nice'],
    ['with a context that is not there', '42 in Marseille'],
  ])('marks every occurrence of an ambiguous quote %s', (_, context) => {
    const { annotations, unanchored } = place({ quote: '42', context });

    expect(annotations).toMatchObject([
      { text: '42', explanation: 'Nowhere said.', startOffset: 9 },
      { text: '42', explanation: 'Nowhere said.', startOffset: 21 },
    ]);
    expect(unanchored).toBe(0);
  });

  it('marks at most 100 occurrences of a quote, and 1,000 repeated ones in total', () => {
    const echo: Message = { ...reply, parts: [{ type: 'text', content: 'ha '.repeat(500) }] };
    const pieces = [{ partIndex: 0, text: 'ha '.repeat(500), offset: 0 }];
    const placed = (count: number) => {
      const findings = Array.from({ length: count }, () => finding({ quote: 'ha' }));
      return runSteps(placeFindings(findings, { ...window, reply: pieces }, echo, labels)).issues.length;
    };

    expect(placed(1)).toBe(100);
    expect(placed(40)).toBe(1040);
  });

  it('takes under a second for a quote and a context that occur everywhere', () => {
    const text = 'a'.repeat(300_000);
    const long: Message = { ...reply, parts: [{ type: 'text', content: text }] };
    const cpuMs = startCpuClock();

    const ofLong = { ...window, reply: [{ partIndex: 0, text, offset: 0 }] };
    runSteps(placeFindings([finding({ quote: 'a', context: 'aa' })], ofLong, long, labels));

    expect(cpuMs()).toBeLessThan(1_000);
  });

  it.each(['Reasoning error', 'REASONING_ERROR', ' reasoning-error '])('recognizes the label %p', (label) => {
    expect(place({ label }).annotations).toMatchObject([{ label: 'reasoning_error' }]);
  });

  it.each([
    ['a quote that is not in the reply', { quote: 'Marseille' }],
    ['a quote from reasoning', { part: 3, quote: 'Metz' }],
    ['a blank quote', { quote: ' ' }],
    ['an unknown label', { label: 'style' }],
  ])('drops and counts %s', (_, changes) => {
    expect(place(changes, {})).toMatchObject({ annotations: [{ text: 'Lyon' }], unanchored: 1 });
  });

  it('preserves only citations of evidence in the window', () => {
    expect(place({ evidence: [5, 99, 5, 0, 4] }).issues).toMatchObject([{ citations: [5, 4] }]);
  });

  it('treats a contradiction without a citation as unsupported', () => {
    const { issues } = place(
      { basis: 'contradicted', evidence: [4] },
      { basis: 'contradicted', evidence: [99] },
      { basis: 'unsupported', evidence: [4] },
    );

    expect(issues.map(({ isContradicted }) => isContradicted)).toEqual([true, false, false]);
  });

  it('preserves the invariant of offsets for any quote', () => {
    const anything = fc.record({
      part: fc.integer({ min: -1, max: 4 }),
      quote: fc.oneof(
        fc.constantFrom('42', '"city": "lyon"', 'Rooms:  42', '😀', 'rooms: 42 in Lyon 42 in Nice'),
        fc.string({ unit: 'binary' }),
      ),
      context: fc.constantFrom(null, '42 in Nice', ''),
      label: fc.constantFrom('fabrication', 'Reasoning Error', 'other'),
    });

    fc.assert(
      fc.property(fc.array(anything), (changes) => {
        const { annotations, unanchored } = place(...changes);

        const located = annotations.map((annotation) => ({ ...annotation, evidence: [] }));
        expect(enforceOffsets(located, reply).dropped).toBe(0);
        expect(annotations.length + unanchored).toBeGreaterThanOrEqual(changes.length);
      }),
    );
  });
});
