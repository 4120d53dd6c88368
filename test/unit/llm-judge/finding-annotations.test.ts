import fc from 'fast-check';
import type { Message } from '../../../src/conversations/message';
import { enforceOffsets } from '../../../src/evaluators/anchoring';
import { annotateFindings } from '../../../src/evaluators/llm-judge/finding-annotations';
import type { Finding } from '../../../src/evaluators/llm-judge/judge-answer';

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

function finding(changes: Partial<Finding>): Finding {
  return {
    part: 0,
    quote: 'Lyon',
    label: 'fabrication',
    explanation: 'Nowhere said.',
    parameter: null,
    evidence: [],
    ...changes,
  };
}

describe('annotateFindings', () => {
  it('places a quote by code points', () => {
    expect(annotateFindings([finding({})], reply, labels)).toEqual({
      annotations: [
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
      ],
      unanchored: 0,
    });
  });

  it('names the tool and the parameter of a quote from arguments', () => {
    const { annotations } = annotateFindings([finding({ part: 2, parameter: 'guest.city' })], reply, labels);

    expect(annotations).toMatchObject([
      { text: 'Lyon', messagePartIndex: 2, startOffset: 20, toolName: 'book', parameterName: 'guest.city' },
    ]);
  });

  it('names no parameter where there is no tool call', () => {
    const { annotations } = annotateFindings([finding({ parameter: 'guest.city' })], reply, labels);

    expect(annotations).toMatchObject([{ toolName: null, parameterName: null }]);
  });

  it('gives the text of the reply where the judge quotes it freely', () => {
    const { annotations } = annotateFindings(
      [finding({ part: 1, quote: 'breakfast  IS free' })],
      reply,
      labels,
    );

    expect(annotations).toMatchObject([{ text: 'Breakfast is free', startOffset: 0, endOffset: 17 }]);
  });

  it.each([0, 2, 7, -1])('finds a quote as written in another part than part %p, which was named', (part) => {
    const found = annotateFindings([finding({ part, quote: 'Breakfast' })], reply, labels);
    const inexact = annotateFindings([finding({ part, quote: 'BREAKFAST' })], reply, labels);

    expect(found.annotations).toMatchObject([{ text: 'Breakfast', messagePartIndex: 1 }]);
    expect(inexact).toEqual({ annotations: [], unanchored: 1 });
  });

  it('places equal quotes one after the other', () => {
    const twice = [finding({ quote: '42' }), finding({ quote: '42', label: 'reasoning_error' })];

    expect(annotateFindings(twice, reply, labels).annotations).toMatchObject([
      { startOffset: 9, label: 'fabrication' },
      { startOffset: 21, label: 'reasoning_error' },
    ]);
  });

  it('lets one place have two labels, and drops a finding that repeats another', () => {
    const findings = [finding({}), finding({ label: 'reasoning_error' }), finding({ explanation: 'Again.' })];

    const { annotations, unanchored } = annotateFindings(findings, reply, labels);

    expect(annotations.map(({ label, startOffset }) => [label, startOffset])).toEqual([
      ['fabrication', 15],
      ['reasoning_error', 15],
    ]);
    expect(unanchored).toBe(0);
  });

  it.each(['Reasoning error', 'REASONING_ERROR', ' reasoning-error '])(
    'reads the label %p by its name',
    (label) => {
      expect(annotateFindings([finding({ label })], reply, labels).annotations).toMatchObject([
        { label: 'reasoning_error' },
      ]);
    },
  );

  it.each([
    ['a quote that is not in the reply', { quote: 'Marseille' }],
    ['a quote from reasoning', { part: 3, quote: 'Metz' }],
    ['a blank quote', { quote: ' ' }],
    ['a label that nobody asked for', { label: 'style' }],
  ])('drops and counts %s', (_, changes) => {
    expect(annotateFindings([finding(changes), finding({})], reply, labels)).toMatchObject({
      annotations: [{ text: 'Lyon' }],
      unanchored: 1,
    });
  });

  it('keeps the invariant of offsets whatever the judge quotes', () => {
    const anything = fc.record({
      part: fc.integer({ min: -1, max: 4 }),
      quote: fc.oneof(
        fc.constantFrom('42', '"city": "lyon"', 'Rooms:  42', '😀', 'rooms: 42 in Lyon 42 in Nice'),
        fc.string({ unit: 'binary' }),
      ),
      label: fc.constantFrom('fabrication', 'Reasoning Error', 'other'),
    });

    fc.assert(
      fc.property(fc.array(anything), (changes) => {
        const { annotations, unanchored } = annotateFindings(changes.map(finding), reply, labels);

        expect(enforceOffsets(annotations, reply).dropped).toBe(0);
        expect(annotations.length + unanchored).toBeLessThanOrEqual(changes.length);
      }),
    );
  });
});
