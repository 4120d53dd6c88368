import { fc } from '../../../test/support/property';
import type { Message, MessagePart } from '../../formats';
import { codePointLength, partText, sliceCodePoints } from '../../text';
import type { Annotation } from '../contract/annotation';
import { defaultLabels } from '../contract/default-labels';
import type { UngroundedSpans } from '../find-ungrounded-spans';
import { judge, message } from './support/grounding-twins';

/** Claims to find, between characters that are easily miscounted. */
const piece = fc.oneof(
  fc.constantFrom(
    ...[
      '😀',
      '👨‍👩‍👧‍👦',
      '🇫🇷',
      '𝟙𝟚',
      'e\u0301',
      '\u0301',
      'שלום עולם',
      '\u202eabc\u202c',
      'مرحبا',
      'ﬁﬂ',
      'İstanbul',
      'ß',
      '漢字',
    ],
    ...[
      '\r\n',
      '\n\n',
      '\r',
      '\t',
      '\u00a0',
      '\u2028',
      '\u200b',
      '\ufeff',
      '\0',
      '\ud83d',
      '\ude00',
      '\ufffd',
    ],
    ...[
      '12 March 2020',
      '2020-03-12',
      '1,234.5',
      '47%',
      '$19.99',
      '14:30',
      '9 p.m.',
      'twenty-one',
      '３７',
      '٤٢',
      '1⁄2',
    ],
    ...[
      'Ann Lee',
      'Sir Élodie Ŵatt',
      'Harbor Tower',
      'https://a.example/😀?q=1',
      'a@b.example',
      '"never been there at all"',
    ],
    ...[
      '“so it was 😀 said”',
      '`code`',
      '```\n42 Bobs\n```',
      '- ',
      '1. ',
      '| a | 7 |',
      '[3]',
      '{"a": 88}',
      'I cannot answer that.',
    ],
    ...['“', '”', '"', '```', '(', '{"a":', '[', '\\', "'s", 'NASA', 'million', '1e999', '5/6/07'],
    ...['is not', 'in', 'was built by', 'and', '.', '! ', ', ', ' '],
  ),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const text = fc
  .array(piece, { maxLength: 24 })
  .chain((pieces) => fc.constantFrom('', ' ').map((separator) => pieces.join(separator)));
const call = fc
  .tuple(text, text, fc.double({ noNaN: true }))
  .map(([a, b, number]) => JSON.stringify({ name: a, of: { city: [b] }, count: number }));
const replyPart: fc.Arbitrary<MessagePart> = fc.oneof(
  { weight: 4, arbitrary: text.map((content) => ({ type: 'text' as const, content })) },
  text.map((content) => ({ type: 'refusal' as const, content })),
  text.map((content) => ({ type: 'reasoning' as const, content })),
  fc
    .oneof(call, text, fc.json())
    .map((args) => ({ type: 'tool_call' as const, id: 'c', name: 'book', arguments: args })),
);
const fact = 'The Harbor Tower was built in 1887 by Ann Lee of Dover; it has 62 floors and opened on 12 May.';
const conversation: fc.Arbitrary<Message[]> = fc
  .tuple(text, text, fc.array(replyPart, { minLength: 1, maxLength: 4 }))
  .map(([system, evidence, parts]) => [
    message('system', system),
    message('user', `${fact} ${evidence}`),
    message('assistant', ...parts),
  ]);

const runs = { seed: 20_261_121, numRuns: 150 };

/** Judged once: most of the time of these tests is judging. */
const cases: { messages: Message[]; spans: UngroundedSpans }[] = [];
beforeAll(() =>
  fc.assert(
    fc.property(conversation, (messages) => {
      cases.push({ messages, spans: judge({ messages }) });
    }),
    runs,
  ),
);

function checkSpans(check: (spans: UngroundedSpans, messages: Message[]) => void): void {
  expect(cases.length).toBeGreaterThanOrEqual(runs.numRuns);
  for (const { messages, spans } of cases) check(spans, messages);
}

function checkAnnotations(check: (annotations: Annotation[], messages: Message[]) => void): void {
  checkSpans(({ annotations }, messages) => check(annotations, messages));
}

describe('annotations', () => {
  it('are the slices of their part at their code point offsets', () => {
    let count = 0;
    checkAnnotations((annotations, messages) => {
      for (const { messagePartIndex, startOffset, endOffset, text: quoted } of annotations) {
        const part = messages.at(-1)?.parts[messagePartIndex];
        const whole = part === undefined ? null : partText(part);
        expect(whole).not.toBeNull();
        expect(sliceCodePoints(whole ?? '', startOffset, endOffset)).toBe(quoted);
        expect(startOffset).toBeLessThan(endOffset);
        expect(endOffset).toBeLessThanOrEqual(codePointLength(whole ?? ''));
        count += 1;
      }
    });
    expect(count).toBeGreaterThan(30);
  });

  it('do not cut a surrogate pair in two', () =>
    checkAnnotations((annotations) => {
      for (const annotation of annotations) {
        expect(annotation.text).not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/u);
      }
    }));

  it('are ordered by part and start, and disjoint within a part', () =>
    checkAnnotations((annotations) => {
      annotations.slice(1).forEach((next, index) => {
        const previous = annotations[index];
        if (previous?.messagePartIndex === next.messagePartIndex) {
          expect(next.startOffset).toBeGreaterThanOrEqual(previous.endOffset);
        } else {
          expect(next.messagePartIndex).toBeGreaterThan(previous?.messagePartIndex ?? -1);
        }
      });
    }));

  it('name the tool where they are in a call, and no tool elsewhere', () =>
    checkAnnotations((annotations, messages) => {
      for (const { messagePartIndex, toolName, parameterName } of annotations) {
        const isCall = messages.at(-1)?.parts[messagePartIndex]?.type === 'tool_call';
        expect(toolName).toBe(isCall ? 'book' : null);
        expect(parameterName !== null).toBe(isCall);
      }
    }));

  it('are never in reasoning, which users do not see', () =>
    checkAnnotations((annotations, messages) => {
      const types = annotations.map(({ messagePartIndex }) => messages.at(-1)?.parts[messagePartIndex]?.type);
      expect(types).not.toContain('reasoning');
    }));

  it('have only labels that were asked for', () =>
    fc.assert(
      fc.property(conversation, fc.subarray([...defaultLabels]), (messages, labels) => {
        const { annotations } = judge({ messages, issueConfig: { labels, domainContext: null } });
        const asked = labels.map(({ name }) => name);
        for (const { label } of annotations) expect(asked).toContain(label);
      }),
      runs,
    ));
});

describe('the outcome', () => {
  it('is judgeable exactly if the reply has text or tool arguments', () =>
    checkSpans(({ notJudgeable }, messages) => {
      const reply = messages.at(-1)?.parts ?? [];
      const hasText = reply.some((part) => part.type !== 'reasoning' && (partText(part) ?? '').trim() !== '');
      expect(notJudgeable === null || notJudgeable === 'language').toBe(hasText);
    }));

  it('has probabilities for score and confidences', () =>
    checkSpans(({ annotations, score }) => {
      for (const probability of [score, ...annotations.map(({ confidence }) => confidence)]) {
        if (probability === null) continue;
        expect(probability).toBeGreaterThanOrEqual(0);
        expect(probability).toBeLessThanOrEqual(1);
      }
    }));

  it('is the same for the same input', () =>
    checkSpans((spans, messages) => {
      expect(judge({ messages: structuredClone(messages) })).toEqual(spans);
    }));

  it('leaves its input as it was', () =>
    fc.assert(
      fc.property(conversation, (messages) => {
        const before = structuredClone(messages);
        judge({ messages });
        expect(messages).toEqual(before);
      }),
      { ...runs, numRuns: 50 },
    ));
});
