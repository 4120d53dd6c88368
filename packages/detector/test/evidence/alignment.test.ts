import { columnOf, compare, valueAt } from '../model/columns';

const evidence = 'The tower is open. Soup is sold at the castle. Ann never sells a tower.';

describe('the alignment of a sentence', () => {
  it('is with the unit that shares the most weight', () => {
    const { alignments, evidence: units } = compare(evidence, 'The castle has soup.');
    const [alignment] = alignments.sentences;

    expect(alignment?.best.map(({ unit }) => units.textOf(unit))).toEqual(['Soup is sold at the castle.']);
    expect(alignment).toMatchObject({ weight: 5, covered: 5, missing: 0, best: [{ score: 5 }] });
    expect(units.textOf(alignment?.alike.unit ?? -1)).toBe('Soup is sold at the castle.');
  });

  it('takes the earlier of two units that fit alike, and at most three', () => {
    const { alignments } = compare('A tower. One tower. That tower. My tower.', 'The tower');

    expect(alignments.sentences[0]?.best.map(({ unit }) => unit)).toEqual([0, 1, 2]);
  });

  it('with nothing in common has no unit, and all of its weight is missing', () => {
    const { alignments } = compare(evidence, 'Zeppelins landed.');

    expect(alignments.sentences[0]).toMatchObject({ best: [], weight: 8, covered: 0, missing: 8 });
  });

  it('without evidence is empty', () => {
    expect(compare('', 'The tower.').alignments.sentences[0]).toMatchObject({
      best: [],
      covered: 0,
      alike: { unit: -1, cosine: -1 },
    });
  });
});

describe('alignment features', () => {
  it('say how much of the sentence its best unit, any unit, and none has', () => {
    const judged = compare(evidence, 'soup tower zeppelin');

    expect(columnOf(judged, 'sentenceBestShare')[0]).toBeCloseTo(3 / 9, 4);
    expect(columnOf(judged, 'sentenceCoveredShare')[0]).toBeCloseTo(5 / 9, 4);
    expect(columnOf(judged, 'sentenceMissingShare')[0]).toBeCloseTo(4 / 9, 4);
  });

  it('say which words the best unit has', () => {
    const judged = compare(evidence, 'the castle has soup for Ann');

    expect(valueAt(judged, 'sentenceInBest', 'soup')).toBe(1);
    expect(valueAt(judged, 'sentenceInBest', 'Ann')).toBe(0);
    expect(valueAt(judged, 'sentenceLikenessInBest', 'soup')).toBe(1);
  });

  it('see a negation, a hedge and a quantifier that the best unit lacks, or the sentence', () => {
    expect(columnOf(compare(evidence, 'soup not sold'), 'sentenceNegationGap')[0]).toBe(1);
    expect(columnOf(compare(evidence, 'Ann sells it'), 'sentenceNegationGap')[0]).toBe(-1);
    expect(columnOf(compare(evidence, 'soup might be sold'), 'sentenceHedgeGap')[0]).toBe(1);
    expect(columnOf(compare(evidence, 'all soup is sold'), 'sentenceQuantifierGap')[0]).toBe(1);
  });

  it('see the opposite of a word of the best unit', () => {
    const judged = compare(evidence, 'the tower is closed');

    expect(columnOf(judged, 'sentenceOpposite')).toEqual([0, 0, 0, 1]);
  });

  it('see the order of shared words', () => {
    const order = (reply: string) => columnOf(compare('Ann beat Bob Keller', reply), 'sentenceOrder')[0];

    expect(order('Ann beat Bob')).toBe(1);
    expect(order('Bob beat Ann')).toBe(0);
    expect(order('Ann')).toBe(-1);
  });

  it('are of the clause where their names say so', () => {
    const judged = compare(evidence, 'The castle sells soup; a zeppelin has landed.');

    expect(valueAt(judged, 'clauseBestShare', 'soup')).toBeGreaterThan(0.5);
    expect(valueAt(judged, 'clauseBestShare', 'zeppelin')).toBe(0);
    expect(valueAt(judged, 'sentenceBestShare', 'soup')).toBe(
      valueAt(judged, 'sentenceBestShare', 'zeppelin'),
    );
  });
});
