import type { Segment } from '../../../src/evaluators/llm-judge/evidence-segments';
import { writeExplanation } from '../../../src/evaluators/llm-judge/explanation';

const source = { heading: 'user, text', toolName: null };
const segments: Segment[] = ['I am in Nice.', `Long ${'😀'.repeat(200)}`, 'Three.', 'Four.', 'Five.'].map(
  (text, index) => ({ source, number: index + 1, text, length: text.length, tokens: 5 }),
);

describe('writeExplanation', () => {
  it('quotes what is cited', () => {
    expect(writeExplanation('It is Nice.', [1], segments)).toBe('It is Nice. Evidence: “I am in Nice.”');
  });

  it('quotes a citation in the text at its place, and not again at the end', () => {
    expect(writeExplanation('But [E1] says so (E3).', [1, 3, 4], segments)).toBe(
      'But “I am in Nice.” says so “Three.”. Evidence: “Four.”',
    );
  });

  it('shortens a long quotation between characters', () => {
    expect(writeExplanation('', [2], segments)).toBe(`Evidence: “Long ${'😀'.repeat(114)}…”`);
  });

  it('quotes three of many', () => {
    expect(writeExplanation('So.', [1, 3, 4, 5], segments)).toBe(
      'So. Evidence: “I am in Nice.”; “Three.”; “Four.”',
    );
  });

  it('drops the numbers of lines that are not there', () => {
    expect(writeExplanation('It is not [E77].', [99], segments)).toBe('It is not.');
  });
});
