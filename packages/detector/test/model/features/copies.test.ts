import { columnOf, compare, valueAt } from '../columns';

describe('copiedRun', () => {
  it('is the length of the longest run around the word that the evidence has in the same order', () => {
    const judged = compare('The old tower stands near the sea.', 'My old tower stands tall near the sea');

    expect(columnOf(judged, 'copiedRun')).toEqual([0, 3, 3, 3, 0, 3, 3, 3]);
    expect(columnOf(judged, 'copiedBefore')).toEqual([0, 1, 2, 3, 0, 1, 2, 3]);
  });

  it('takes the longer of two places', () => {
    const judged = compare('Old bell. The old tower fell.', 'the old tower');

    expect(columnOf(judged, 'copiedRun')).toEqual([3, 3, 3]);
  });

  it('is 0 without evidence', () => {
    expect(columnOf(compare('', 'the old tower'), 'copiedRun')).toEqual([0, 0, 0]);
  });
});

describe('pairBefore and pairAfter', () => {
  it('say whether the evidence has the word right after, and right before, its neighbor', () => {
    const judged = compare('The old tower. A tower is old.', 'the old tower old');

    expect(columnOf(judged, 'pairBefore')).toEqual([0, 1, 1, 0]);
    expect(columnOf(judged, 'pairAfter')).toEqual([1, 1, 0, 0]);
  });
});

describe('distanceBefore and distanceAfter', () => {
  it('say how near the evidence has the content words before and after, 41 for one that it lacks', () => {
    const judged = compare('Tower made of old bricks.', 'bricks by tower zeppelin');

    expect(columnOf(judged, 'distanceBefore')).toEqual([0, 0, 4, 41]);
    expect(columnOf(judged, 'distanceAfter')).toEqual([4, 0, 41, 0]);
  });
});

describe('localContext', () => {
  const evidence =
    'Keller painted the tower. The mayor of Dover sold his boat in a village so that they might all of them be ' +
    'home for the winter again with soup.';

  it('is the share of the neighbors of a word that it also has in the evidence', () => {
    expect(valueAt(compare(evidence, 'Keller painted the tower'), 'localContext', 'tower')).toBe(1);
    expect(valueAt(compare(evidence, 'The soup is at the tower'), 'localContext', 'tower')).toBe(0);
    expect(valueAt(compare(evidence, 'Keller has soup'), 'localContext', 'Keller')).toBe(0);
  });

  it('is -1 for a word that the evidence lacks, and for grammar', () => {
    const judged = compare(evidence, 'the zeppelin');

    expect(columnOf(judged, 'localContext')).toEqual([-1, -1]);
  });

  it('counts names and numbers alone in nameContext', () => {
    const judged = compare(
      'Ann Keller was born in 1850. It has a bell.',
      'So Keller came in 1850 and Dover too',
    );

    expect(valueAt(judged, 'nameContext', 'Keller')).toBe(0.5);
  });
});
