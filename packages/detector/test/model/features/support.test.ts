import type { Finding } from '../../../checks/finding';
import { columnOf, compare, valueAt } from '../columns';

describe('support', () => {
  const judged = compare(
    'The tower is cleaned by Ann. You can buy it.',
    'Ann cleaning Anne towering the zoo',
  );

  it.each([
    ['the word itself', 'Ann', 1],
    ['a word of its stem', 'cleaning', 0.9],
    ['nothing like it', 'zoo', 0],
  ])('says that the evidence has %s', (_level, word, support) => {
    expect(valueAt(judged, 'support', word)).toBe(support);
  });

  it('says that the evidence has a word with the same first five letters', () => {
    expect(columnOf(compare('A philosopher.', 'philology'), 'support')).toEqual([0.7]);
    expect(columnOf(compare('A philosopher.', 'phial'), 'support')).toEqual([0]);
  });

  it('weighs what is missing of a content word by its rarity', () => {
    expect(columnOf(compare('Nothing.', 'the soup'), 'novelIdf')).toEqual([0, 3]);
    expect(columnOf(compare('Soup.', 'the soup'), 'novelIdf')).toEqual([0, 0]);
  });
});

describe('likeness', () => {
  it('is the cosine of the most alike content word of the evidence, 1 for the word itself', () => {
    const judged = compare('A castle near the soup.', 'tower castle zeppelin');

    expect(valueAt(judged, 'likeness', 'castle')).toBe(1);
    expect(valueAt(judged, 'likeness', 'tower')).toBeCloseTo(0.8, 1);
    expect(valueAt(judged, 'likeness', 'zeppelin')).toBe(-1);
  });
});

describe('meaning', () => {
  it('is 1 for a word of the evidence, a half for one that means the same, else 0', () => {
    expect(columnOf(compare('You can purchase it.', 'purchased buy soup'), 'meaning')).toEqual([1, 0.5, 0]);
  });
});

describe('numberKnown', () => {
  it('compares whole numbers, however thousands are parted', () => {
    const judged = compare('It cost 1,200 in 1887.', '1200 1887 87 tower');

    expect(columnOf(judged, 'numberKnown')).toEqual([1, 1, 0, -1]);
  });
});

describe('finding', () => {
  it('is the confidence of the plain check that found fault with the word', () => {
    const finding: Finding = {
      start: 9,
      end: 13,
      kind: 'fabrication',
      explanation: '',
      confidence: 0.65,
      evidence: [],
    };

    expect(columnOf(compare('Old.', 'Built in 1889.', [finding]), 'finding')).toEqual([0, 0, 0.65]);
  });
});
