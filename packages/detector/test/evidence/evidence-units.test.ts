import { UnitIndex } from '../../evidence/evidence-units';
import { WordTable } from '../../evidence/word-table';
import { makeLexicon } from '../model/weights';

const index = (...texts: string[]): UnitIndex => new UnitIndex(texts, new WordTable(makeLexicon()));
const wordsOf = ({ units, words, table }: UnitIndex): string[] =>
  units.map(({ from, to }) =>
    words
      .slice(from, to)
      .map((id) => table.words[id])
      .join(' '),
  );
const idOf = ({ table }: UnitIndex, word: string): number => table.words.indexOf(word);

describe('UnitIndex', () => {
  it('makes a unit of each sentence, in order over all texts', () => {
    const evidence = index('The tower is old. Dr. Keller built it!', 'It stands.');

    expect(wordsOf(evidence)).toEqual(['the tower is old', 'dr keller built it', 'it stands']);
    expect(evidence.units.map(({ source }) => source)).toEqual([0, 0, 1]);
    expect(evidence.textOf(1)).toBe('Dr. Keller built it!');
    expect(evidence.structuredLength).toBe(0);
  });

  it('makes a unit of each field, led by the words of its name', () => {
    const json = '{"BusinessHours": {"openOn": "Monday"}, "has_wifi": true, "stars": 4.5}';
    const evidence = index(`Look: ${json} That is all.`);

    expect(wordsOf(evidence)).toEqual([
      'look',
      'businesshours openon business hours open on monday',
      'haswifi has wifi',
      'stars 4 5',
      'that is all',
    ]);
    expect(evidence.fields.map(({ unit }) => unit)).toEqual([1, 2, 3]);
    expect(evidence.structuredLength).toBe(json.length);
    expect(evidence.textOf(1)).toBe('BusinessHours.openOn: Monday');
  });

  it('names a field by its two innermost keys', () => {
    expect(wordsOf(index('{"outer": {"middle": {"inner": 1, "other": null}}}'))).toEqual([
      'middle inner 1',
      'middle other',
    ]);
  });

  it('makes a unit of each sentence of a long field', () => {
    const evidence = index('{"review": "The soup was cold. I left.", "stars": 1}');

    expect(wordsOf(evidence)).toEqual(['review the soup was cold', 'review i left', 'stars 1']);
    expect(evidence.fields.map(({ unit }) => unit)).toEqual([0, 2]);
  });

  it('has the joined forms of a name: all of it, and neighbors that are a word together', () => {
    const evidence = index('{"WiFi": "free", "OldTowerHours": "9-17"}');

    expect(wordsOf(evidence)).toEqual(['wifi wi fi free', 'oldtowerhours old tower hours 9 17']);
    expect(evidence.fields[0]?.name.map((forms) => forms.map((id) => evidence.table.words[id]))).toEqual([
      ['wi', 'wifi'],
      ['fi', 'wifi'],
    ]);
  });

  it('knows the content words that are capitalized inside of a sentence', () => {
    const evidence = index('Old Tower of The Keep. Soup is sold.');
    const isName = (word: string) =>
      evidence.nameStems.has(evidence.table.stems[idOf(evidence, word)] as number);

    expect(['tower', 'keep', 'old', 'the', 'soup'].map(isName)).toEqual([true, true, false, false, false]);
  });

  it('knows the places of words, and the units of stems once each', () => {
    const evidence = index('The tower and the towers. A tower.');
    const { table } = evidence;

    expect(evidence.placesOf(idOf(evidence, 'the'))).toEqual([0, 3]);
    expect(evidence.placesOf(idOf(evidence, 'tower'))).toEqual([1, 6]);
    expect(evidence.unitsOf(table.stems[idOf(evidence, 'tower')] as number)).toEqual([0, 1]);
    expect(evidence.placesOf(table.add('zeppelin'))).toEqual([]);
    expect(evidence.prefixes).toEqual(new Set(['tower']));
  });

  it('keeps the first 128 places and units of a word and counts them all', () => {
    const evidence = index('Tower. '.repeat(300));
    const tower = idOf(evidence, 'tower');

    expect(evidence.placesOf(tower)).toHaveLength(128);
    expect(evidence.unitsOf(evidence.table.stems[tower] as number)).toHaveLength(128);
    expect(evidence.counts[tower]).toBe(300);
  });

  it('keeps numbers whole, without commas between thousands', () => {
    expect(index('It cost 1,200,000 at 9:30 on 3/4, up 4.5%.').numbers).toEqual(
      new Set(['1200000', '9:30', '3/4', '4.5']),
    );
  });

  it('of nothing is empty', () => {
    const evidence = index('', ' \n ');

    expect({ units: evidence.units, words: evidence.words, fields: evidence.fields }).toEqual({
      units: [],
      words: [],
      fields: [],
    });
  });
});
