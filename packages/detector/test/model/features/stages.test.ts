import { FeatureTable } from '../../../model/features/feature-table';
import { computeLexicalKeys, KEYS_PER_WORD, LEXICAL_KEY_BITS } from '../../../model/features/lexical-keys';
import { computeReplyFeatures } from '../../../model/features/reply-level-features';
import { computeSentenceFeatures } from '../../../model/features/sentence-model-features';
import { computeWordFeatures } from '../../../model/features/word-model-features';
import { compare } from '../columns';

const judged = compare(
  'The tower is old. It has soup.',
  'The tower is new. It has no bell, but soup and castles.',
);
const { reply } = judged;

/** The word features with the score of their keys. */
function wordFeatures(): FeatureTable {
  const features = computeWordFeatures(judged);
  features.add('lexical').fill(0.5);
  return features;
}

const probabilities = Float32Array.from({ length: reply.count }, (_, word) => word / 16);

describe('FeatureTable', () => {
  it('keeps columns in order and throws for one that it lacks', () => {
    const table = new FeatureTable(2);
    table.add('second').fill(2);
    table.add('first');

    expect(table.names).toEqual(['second', 'first']);
    expect(table.get('second')).toEqual(Float32Array.of(2, 2));
    expect(() => table.get('third')).toThrow(RangeError);
  });
});

describe('computeWordFeatures', () => {
  it('gives every column a unique name and only numbers', () => {
    const { names, columns } = computeWordFeatures(judged);

    expect(new Set(names).size).toBe(names.length);
    for (const column of columns) {
      expect(column).toHaveLength(reply.count);
      expect(column.every(Number.isFinite)).toBe(true);
    }
  });

  it.each([
    ['an empty reply', 'Fact.', ''],
    ['no evidence', '', 'The tower is old.'],
    ['punctuation alone', '...', '?!'],
  ])('gives numbers for %s', (_kind, evidence, text) => {
    for (const column of computeWordFeatures(compare(evidence, text)).columns) {
      expect(column.every(Number.isFinite)).toBe(true);
    }
  });
});

describe('lexicalKeys', () => {
  it('gives each word as many keys, all in range', () => {
    const keys = computeLexicalKeys(wordFeatures(), judged);

    expect(keys).toHaveLength(reply.count * KEYS_PER_WORD);
    expect(Math.max(...keys)).toBeLessThan(2 ** LEXICAL_KEY_BITS);
    expect(new Set(keys).size).toBeGreaterThan(keys.length / 2);
  });

  it('gives the same keys for the same reply, and others for another word', () => {
    const keysOf = (text: string) => {
      const other = compare('The tower is old.', text);
      return Array.from(computeLexicalKeys(computeWordFeatures(other), other));
    };

    expect(keysOf('The tower is new')).toEqual(keysOf('The tower is new'));
    expect(keysOf('The tower is new')).not.toEqual(keysOf('The tower is odd'));
  });

  it('never change, for the weights are fitted on them', () => {
    const other = compare('', 'tower');

    expect(Array.from(computeLexicalKeys(computeWordFeatures(other), other)).slice(0, 3)).toEqual([
      117_985, 110_085, 98_103,
    ]);
  });
});

describe('computeSentenceFeatures', () => {
  it('is a row a sentence, that sums up its words alone and knows its neighbors', () => {
    const features = computeSentenceFeatures(
      wordFeatures(),
      reply.sentences,
      probabilities,
      Float32Array.of(2, 3),
    );
    const values = (name: string) => Array.from(features.get(name));

    expect(features.rowCount).toBe(2);
    expect(values('top1')).toEqual([3 / 16, 11 / 16]);
    expect(values('top3')).toEqual([2 / 16, 10 / 16]);
    expect(values('mean')).toEqual([1.5 / 16, 7.5 / 16]);
    expect(values('before')).toEqual([-1, 2 / 16]);
    expect(values('after')).toEqual([10 / 16, -1]);
    expect(values('keyScore')).toEqual([2, 3]);
    expect(values('sentenceIndex')).toEqual([0, 1]);
  });

  it('has no row for a reply without words', () => {
    const base = computeWordFeatures(compare('Fact.', ''));
    base.add('lexical');

    expect(computeSentenceFeatures(base, [], new Float32Array(), new Float32Array()).rowCount).toBe(0);
  });
});

describe('computeReplyFeatures', () => {
  it('is one row that sums the words up', () => {
    const features = computeReplyFeatures(wordFeatures(), reply.sentences, {
      words: probabilities,
      sentences: Float32Array.of(0.25, 0.5),
      keys: 1.25,
      network: 0.75,
    });
    const value = (name: string) => features.get(name)[0];

    expect(features.rowCount).toBe(1);
    expect(value('top1')).toBe(11 / 16);
    expect(value('top3')).toBeCloseTo(10 / 16, 6);
    expect(value('mean')).toBeCloseTo(5.5 / 16, 6);
    expect(value('above0.4')).toBe(5);
    expect(value('sentenceTop1')).toBeCloseTo(7.5 / 16, 6);
    expect(value('replyLength')).toBe(reply.count);
    expect(value('lexicalMean')).toBe(0.5);
    expect(value('keyScore')).toBe(1.25);
    expect(value('networkScore')).toBe(0.75);
    expect([value('sentence1'), value('sentence2'), value('sentence3')]).toEqual([0.5, 0.25, 0]);
    expect(value('anySentence')).toBe(1 - 0.75 * 0.5);
  });

  it('is finite for a reply without words', () => {
    const empty = compare('Fact.', '');
    const base = computeWordFeatures(empty);
    base.add('lexical');

    const nothing = { words: new Float32Array(), sentences: new Float32Array(), keys: 0, network: 0 };
    const { columns } = computeReplyFeatures(base, [], nothing);

    expect(columns.every(([value]) => Number.isFinite(value))).toBe(true);
  });
});
