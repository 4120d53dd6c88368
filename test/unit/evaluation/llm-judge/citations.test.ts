import { resolveCitations } from '../../../../src/evaluation/llm-judge/citations';
import type { Segment } from '../../../../src/evaluation/llm-judge/evidence-segments';

const source = { heading: 'user, text', toolName: null };
const segments: Segment[] = ['I am in Nice.', `Long ${'😀'.repeat(200)}`, 'Three.', 'Four.', 'Five.'].map(
  (text, index) => ({
    source,
    number: index + 1,
    text,
    location: locate(index),
    length: text.length,
    tokens: 5,
  }),
);

/** Every line is a message. */
function locate(messageIndex: number) {
  return { messageIndex, messagePartIndex: 0, startOffset: 0, endOffset: 5 };
}

const writeExplanation = (explanation: string, citations: number[], lines = segments): string =>
  resolveCitations(explanation, citations, lines).explanation;

describe('resolveCitations', () => {
  it('quotes cited lines', () => {
    expect(writeExplanation('It is Nice.', [1])).toBe('It is Nice. Evidence: “I am in Nice.”');
  });

  it('quotes a citation in the text in place, and not again at the end', () => {
    expect(writeExplanation('But [E1] says so (E3).', [1, 3, 4])).toBe(
      'But “I am in Nice.” says so “Three.”. Evidence: “Four.”',
    );
  });

  it('truncates a long quotation between characters', () => {
    expect(writeExplanation('', [2])).toBe(`Evidence: “Long ${'😀'.repeat(114)}…”`);
  });

  it('quotes three of many', () => {
    expect(writeExplanation('So.', [1, 3, 4, 5])).toBe('So. Evidence: “I am in Nice.”; “Three.”; “Four.”');
  });

  it.each([
    ['As [E1, E3] say.', [], 'As “I am in Nice.”, “Three.” say.'],
    ['As (E1 and 77) say.', [], 'As “I am in Nice.” say.'],
    ['As [E1; E3; E4; E5] say.', [], 'As “I am in Nice.”, “Three.”, “Four.” say.'],
    ['As [E77, E78] say.', [], 'As say.'],
    ['E1 says so.', [1], '“I am in Nice.” says so.'],
    ['It takes E5 petrol.', [], 'It takes E5 petrol.'],
  ])('reads the citations of %p', (explanation, citations, written) => {
    expect(writeExplanation(explanation, citations)).toBe(written);
  });

  it('preserves a word of the evidence that looks like a citation', () => {
    const petrol = { ...(segments[0] as Segment), number: 6, text: 'It takes E5 petrol.' };

    expect(writeExplanation('It takes E5.', [5], [...segments, petrol])).toBe(
      'It takes E5. Evidence: “Five.”',
    );
  });

  it('drops the numbers of unknown lines', () => {
    expect(resolveCitations('It is not [E77].', [99], segments)).toEqual({
      explanation: 'It is not.',
      evidence: [],
    });
  });

  it('locates the quoted lines first, then the other cited ones, each once and five at most', () => {
    const lines = [...segments, { ...(segments[0] as Segment), number: 6, location: locate(5) }];

    const { evidence } = resolveCitations('But [E3] says so.', [1, 2, 3, 4, 5, 6], lines);

    expect(evidence).toEqual([2, 0, 1, 3, 4].map(locate));
  });
});
