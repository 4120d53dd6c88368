import { FeatureTable } from '../../model/features/feature-table';
import { flagWords, suspectWords } from '../../model/flagged-words';
import { compare, textOf } from './columns';

const thresholds = { reply: 0.5, word: 0.4 };
const judged = compare('Fact.', 'Ann built the old tower. She left it to Bob.');
const none = new Uint8Array();

/** What is flagged when the words have the given probabilities and end copied runs of the given lengths. */
function flagged(probabilities: number[], copiedBefore: number[] = [], score = 0.5): string[] {
  const { count } = judged.reply;
  const features = new FeatureTable(count);
  features.add('copiedBefore').set(copiedBefore);
  const words = new Float32Array(count);
  words.set(probabilities);
  return flagWords(judged, { score, probabilities: words, features }, thresholds, none).map((range) =>
    textOf(judged, range),
  );
}

/** What is flagged of a reply all of whose words are at fault. */
function allFlagged(text: string): string[] {
  const reply = compare('Fact.', text);
  const features = new FeatureTable(reply.reply.count);
  features.add('copiedBefore');
  const probabilities = new Float32Array(reply.reply.count).fill(0.9);
  return flagWords(reply, { score: 0.9, probabilities, features }, thresholds, none).map((range) =>
    textOf(reply, range),
  );
}

describe('flagWords next to a supported value', () => {
  const flaggedNextTo = (text: string, supported: readonly number[]): string[] => {
    const reply = compare('The rope weighs 0.5 kg.', text);
    const { count } = reply.reply;
    const features = new FeatureTable(count);
    features.add('copiedBefore');
    const isSupported = Uint8Array.from({ length: count }, (_, word) => Number(supported.includes(word)));
    const probabilities = new Float32Array(count).fill(0.9);
    return flagWords(reply, { score: 0.9, probabilities, features }, thresholds, isSupported).map((range) =>
      textOf(reply, range),
    );
  };

  it('flags neither it nor known words and words of grammar', () => {
    expect(flaggedNextTo('The rope weighs about 500 grams.', [4, 5])).toEqual([]);
  });

  it('flags a new word, and what is in another sentence', () => {
    expect(flaggedNextTo('The purple rope weighs 500 grams.', [4, 5])).toEqual(['purple rope weighs']);
    expect(flaggedNextTo('It weighs 500 grams. Lovely sailors pull it.', [2, 3])).toEqual([
      'Lovely sailors pull',
    ]);
  });
});

describe('flagWords', () => {
  it('flags nothing in a reply below the threshold', () => {
    expect(flagged([0.9, 0.9], [], 0.49)).toEqual([]);
  });

  it('flags runs of words from the threshold on', () => {
    expect(flagged([0.39, 0.41, 0.9, 0.9, 0.39])).toEqual(['built the old']);
  });

  it('bridges one word, not two', () => {
    expect(flagged([0, 0.9, 0, 0.9])).toEqual(['built the old']);
    expect(flagged([0.9, 0, 0, 0.9])).toEqual(['Ann', 'old']);
  });

  it('bridges no sentence end', () => {
    expect(flagged([0, 0, 0, 0.9, 0.9, 0.9, 0.9])).toEqual(['old tower', 'She left']);
    expect(flagged([0, 0, 0, 0.9, 0, 0, 0.9])).toEqual(['old', 'left']);
  });

  it('flags no word of a sentence that is copied as a whole', () => {
    expect(flagged(Array(10).fill(0.9), [1, 2, 3, 4, 5])).toEqual(['She left it to Bob']);
    expect(flagged(Array(10).fill(0.9), [1, 2, 3, 4, 5, 1, 2, 3, 4, 5])).toEqual([]);
  });

  it('flags words of a sentence that is copied in part, after one that is copied as a whole', () => {
    expect(flagged(Array(10).fill(0.9), [1, 2, 3, 4, 5, 6, 7, 0, 1, 2])).toEqual(['She left it to Bob']);
  });

  it.each([
    ['a heading and the sentence below it', 'Terms of hire\nThe tower costs 90 crowns.', []],
    [
      'a heading alone and another sentence',
      'Terms of hire\nThe tower costs 80 crowns.',
      ['Terms of hire The tower costs 90 crowns'],
    ],
  ])('knows a sentence that runs on from %s', (_case, evidence, expected) => {
    const copy = compare(evidence, 'Terms of hire The tower costs 90 crowns.');
    const features = new FeatureTable(copy.reply.count);
    features.add('copiedBefore');
    const probabilities = new Float32Array(copy.reply.count).fill(0.9);

    const ranges = flagWords(copy, { score: 0.9, probabilities, features }, thresholds, none);

    expect(ranges.map((range) => textOf(copy, range))).toEqual(expected);
  });

  it('flags the likeliest word that says something and is not copied when none reaches the threshold', () => {
    expect(flagged([0.1, 0.2, 0.3, 0.25, 0, 0.1, 0.2])).toEqual(['old']);
    expect(flagged([0.1, 0.2, 0.3, 0.25, 0, 0.1, 0.2], [1, 2, 3, 4, 5])).toEqual(['left']);
    expect(flagged([0.04, 0.04, 0.04, 0.04])).toEqual([]);
  });

  it.each([
    ['no words of grammar at the end of a run', 'The fare is 90 crowns and in', ['fare is 90 crowns']],
    ['none at its beginning that lead on', 'and with a view', ['view']],
    [
      'words that deny or limit wherever they stand',
      'It is the only boat that it has not',
      ['It is the only boat that it has not'],
    ],
    [
      'of JSON each value by itself, and no key',
      '{"age": 43, "home": "Lisbon", "born": ["Faro", "Evora"]}',
      ['43', 'Lisbon', 'Faro', 'Evora'],
    ],
    ['no number of a list', '1. Boil water.\n2. Add rice.', ['Boil water', 'Add rice']],
  ])('flags %s', (_case, reply, expected) => {
    expect(allFlagged(reply)).toEqual(expected);
  });

  it('flags no hedge or other word of grammar alone', () => {
    expect(flagged([0, 0, 0.9, 0, 0.2])).toEqual(['tower']);
    expect(flagged([0, 0, 0.9])).toEqual([]);
    expect(allFlagged('Perhaps.')).toEqual([]);
  });

  it.each([
    ['The pier is not open.', ['not open']],
    ['The pier is not yet open.', ['not yet open']],
    ['No, the pier is open.', []],
    ['The pier is not only open.', []],
    ['The pier is open. Why not? It is.', []],
  ])('flags a word that denies with what it denies: %s', (text, expected) => {
    const reply = compare('The pier is open.', text);
    const { words } = reply.table;
    const features = new FeatureTable(reply.reply.count);
    features.add('copiedBefore');
    const probabilities = Float32Array.from(reply.reply.ids, (id) =>
      ['no', 'not'].includes(words[id] as string) ? 0.9 : 0,
    );

    const ranges = flagWords(reply, { score: 0.9, probabilities, features }, thresholds, none);

    expect(ranges.map((range) => textOf(reply, range))).toEqual(expected);
  });

  it.each([
    ['praise', 'Nicely lovely.', []],
    ['a verb that needs a noun', 'It gets to take.', []],
    ['praise and a noun', 'A lovely harbor.', ['lovely harbor']],
    ['a verb and its noun', 'It takes guests.', ['It takes guests']],
    ['a verb that is denied', 'It was not taken.', ['It was not taken']],
  ])('flags what a person can look up: %s', (_case, reply, expected) => {
    expect(allFlagged(reply)).toEqual(expected);
  });

  it.each([
    ['The harbor was really lovely.', ['harbor was really lovely']],
    ['It was really lovely.', []],
  ])('flags praise with the noun that it is said of: %s', (text, expected) => {
    const reply = compare('Fact.', text);
    const features = new FeatureTable(reply.reply.count);
    features.add('copiedBefore');
    const probabilities = Float32Array.from(reply.reply.ids, (id) =>
      reply.table.words[id] === 'lovely' ? 0.9 : 0,
    );

    const ranges = flagWords(reply, { score: 0.9, probabilities, features }, thresholds, none);

    expect(ranges.map((range) => textOf(reply, range))).toEqual(expected);
  });

  it('flags nothing in a reply without words', () => {
    const empty = compare('Fact.', '...');
    const features = new FeatureTable(0);
    features.add('copiedBefore');

    expect(
      flagWords(empty, { score: 1, probabilities: new Float32Array(), features }, thresholds, none),
    ).toEqual([]);
  });
});

describe('suspectWords', () => {
  function suspected(probabilities: number[], copiedBefore: number[] = []): string[] {
    const { count } = judged.reply;
    const features = new FeatureTable(count);
    features.add('copiedBefore').set(copiedBefore);
    const words = new Float32Array(count);
    words.set(probabilities);
    return suspectWords(judged, { score: 0.1, probabilities: words, features }, none).map((range) =>
      textOf(judged, range),
    );
  }

  it('lists words from the floor on, by place', () => {
    expect(suspected([0.03, 0, 0, 0, 0.3, 0, 0, 0, 0, 0.01])).toEqual(['Ann', 'tower']);
  });

  it('lists nothing below the floor', () => {
    expect(suspected(Array(10).fill(0.019))).toEqual([]);
  });

  it('lists no word of a sentence that is copied as a whole', () => {
    expect(suspected(Array(10).fill(0.3), [1, 2, 3, 4, 5])).toEqual(['She left it to Bob']);
  });

  it('lists the likeliest words, at most ten', () => {
    const text = Array.from({ length: 12 }, (_, index) => `Tower number ${index} fell down.`).join(' ');
    const reply = compare('Fact.', text);
    const features = new FeatureTable(reply.reply.count);
    features.add('copiedBefore');
    const probabilities = Float32Array.from({ length: reply.reply.count }, (_, word) => 0.1 + word / 1e3);

    const ranges = suspectWords(reply, { score: 0.1, probabilities, features }, none);

    expect(ranges.map((range) => textOf(reply, range))).toEqual([
      'Tower number 10 fell',
      'Tower number 11 fell',
    ]);
  });
});
