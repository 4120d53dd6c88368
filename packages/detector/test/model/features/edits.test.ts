import { columnOf, compare, valueAt } from '../columns';

const evidence = 'The old tower was not built in 1887 by Ann for Bob.';

describe('edit features', () => {
  it('say which words have a partner in the best unit, in order', () => {
    const judged = compare(evidence, 'The tower was built by Bob Keller');

    expect(columnOf(judged, 'sentenceMatched')).toEqual([1, 1, 1, 1, 1, 1, 0]);
    expect(columnOf(judged, 'sentenceMatchedShare')[0]).toBe(0.8571);
  });

  it('say what the unit has in the place of a word', () => {
    const judged = compare(evidence, 'The old tower was built in 1889 by Ann');

    expect(valueAt(judged, 'sentenceReplyGap', '1889')).toBe(1);
    expect(valueAt(judged, 'sentenceUnitGap', '1889')).toBe(1);
    expect(valueAt(judged, 'sentenceGapSameKind', '1889')).toBe(1);
    expect(valueAt(judged, 'sentenceUnitGap', 'tower')).toBe(0);
  });

  it('say how alike the words in the same place are', () => {
    const judged = compare('The old tower was built by Ann.', 'The old castle was built by Ann');

    expect(valueAt(judged, 'sentenceGapLikeness', 'castle')).toBeCloseTo(0.8, 1);
  });

  it('say how many words of the unit are left out before a word, and whether one of them denies', () => {
    const judged = compare(evidence, 'The old tower was built in 1887');

    expect(valueAt(judged, 'sentenceDroppedBefore', 'built')).toBe(1);
    expect(valueAt(judged, 'sentenceDroppedSigns', 'built')).toBe(1);
    expect(valueAt(judged, 'sentenceDroppedBefore', 'tower')).toBe(0);
  });

  it('are 0 without a unit that shares a word', () => {
    expect(columnOf(compare(evidence, 'Zeppelins landed'), 'sentenceMatched')).toEqual([0, 0]);
  });
});
