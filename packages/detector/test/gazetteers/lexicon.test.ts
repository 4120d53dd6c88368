import { WordTable } from '../../evidence/word-table';
import { makeLexicon } from '../model/weights';

describe('Lexicon', () => {
  const lexicon = makeLexicon();
  const row = (word: string): number => lexicon.rowOf(word);

  it('knows the idf of listed words and takes the highest for all others', () => {
    expect(lexicon.idfOf(row('tower'))).toBe(2);
    expect(lexicon.idfOf(row('zeppelin'))).toBe(4);
    expect(lexicon.maxIdf).toBe(4);
  });

  it('gives -1 as the row and the rank of a word it does not know', () => {
    expect(row('zeppelin')).toBe(-1);
    expect(lexicon.logRankOf(-1)).toBe(-1);
    expect(lexicon.logRankOf(row('tower'))).toBe(-1);
    expect(lexicon.logRankOf(row('open'))).toBe(5);
  });

  it('has opposites and related stems both ways', () => {
    expect(lexicon.oppositesOf(row('open'))).toEqual([row('closed')]);
    expect(lexicon.oppositesOf(row('closed'))).toEqual([row('open')]);
    expect(lexicon.oppositesOf(row('tower'))).toEqual([]);
    expect(lexicon.relatedTo('buy')).toEqual(['purch']);
    expect(lexicon.relatedTo('purch')).toEqual(['buy']);
    expect(lexicon.relatedTo('tower')).toEqual([]);
  });

  it('gives the vector of a word, and null where there is none, however often it is asked', () => {
    for (let time = 0; time < 2; time += 1) {
      const [first, second] = lexicon.vectorOf(row('castle')) ?? [];

      expect(first).toBeCloseTo(0.8, 1);
      expect(second).toBeCloseTo(0.6, 1);
      expect(lexicon.vectorOf(row('open'))).toBeNull();
      expect(lexicon.vectorOf(-1)).toBeNull();
    }
  });
});

describe('WordTable', () => {
  it('gives a word one number and words of one stem one stem', () => {
    const table = new WordTable(makeLexicon());

    const [tower, towers, soup, again] = ['tower', 'towers', 'soup', 'tower'].map((word) => table.add(word));

    expect(again).toBe(tower);
    expect(towers).not.toBe(tower);
    expect(table.stems[towers as number]).toBe(table.stems[tower as number]);
    expect(table.stems[soup as number]).not.toBe(table.stems[tower as number]);
    expect({ words: table.size, stems: table.stemCount }).toEqual({ words: 3, stems: 2 });
  });

  it('takes grammar words and no word at all for no content', () => {
    const table = new WordTable(makeLexicon());

    expect(['the', '', 'tower'].map((word) => table.isContent[table.add(word)])).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('relates stems that it holds', () => {
    const table = new WordTable(makeLexicon());
    const buy = table.stems[table.add('buy')] as number;
    const purchase = table.stems[table.add('purchase')] as number;

    expect(table.relatedTo(buy)).toEqual([purchase]);
  });

  it('has the first five letters of a word that is as long', () => {
    const table = new WordTable(makeLexicon());

    expect(['towering', 'tower', 'town'].map((word) => table.prefixOf(table.add(word)))).toEqual([
      'tower',
      'tower',
      null,
    ]);
  });

  it('has vectors of known words only', () => {
    const table = new WordTable(makeLexicon());

    expect(Array.from(table.vectorOf(table.add('tower')) ?? [])).toEqual([1, 0]);
    expect(table.vectorOf(table.add('open'))).toBeNull();
    expect(table.vectorOf(table.add('zeppelin'))).toBeNull();
  });
});
