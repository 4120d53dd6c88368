import { findWordsWithin, type ReplyWords, readReply, type WordRange } from '../../evidence/reply-words';
import { WordTable } from '../../evidence/word-table';
import { makeLexicon } from '../model/weights';

const read = (text: string): ReplyWords => readReply(text, new WordTable(makeLexicon()));
const textsOf = ({ text, starts, ends }: ReplyWords, ranges: WordRange[]): string[] =>
  ranges.map(({ from, to }) => text.slice(starts[from], ends[to - 1]));
const wordsWhere = (reply: ReplyWords, isWanted: (word: number) => boolean): string[] =>
  [...reply.ids.keys()]
    .filter(isWanted)
    .map((word) => reply.text.slice(reply.starts[word], reply.ends[word]));

describe('readReply', () => {
  it('splits at the ends of sentences and lines, but not after abbreviations', () => {
    const reply = read('Dr. Keller built it. It stands!\n- Old stone\n\n...\nYes');

    expect(textsOf(reply, reply.sentences)).toEqual(['Dr. Keller built it', 'It stands', 'Old stone', 'Yes']);
    expect(Array.from(reply.sentenceOf)).toEqual([0, 0, 0, 0, 1, 1, 2, 2, 3]);
  });

  it('splits sentences at punctuation, and before a joining word after four words', () => {
    const reply = read('The old tower is high, and it has a bell which rings daily. Ann and Bob left.');

    expect(textsOf(reply, reply.clauses)).toEqual([
      'The old tower is high',
      'and it has a bell',
      'which rings daily',
      'Ann and Bob left',
    ]);
  });

  it('makes no clause of a single word', () => {
    const reply = read('However, it stands.');

    expect(textsOf(reply, reply.clauses)).toEqual(['However, it stands']);
  });

  it('puts every word in one sentence and one clause', () => {
    const reply = read('One (two, three) four; five - six: seven and eight. Nine, ten?');

    for (const [ranges, rangeOf] of [
      [reply.sentences, reply.sentenceOf],
      [reply.clauses, reply.clauseOf],
    ] as const) {
      expect(ranges.flatMap(({ from, to }, range) => Array(to - from).fill(range))).toEqual(
        Array.from(rangeOf),
      );
    }
  });

  it('takes a capital at the start of a sentence for none', () => {
    const reply = read('The Tower is in Old Dover. Ann built it.');

    expect(wordsWhere(reply, (word) => reply.isCapitalized[word] === 1)).toEqual(['Tower', 'Old', 'Dover']);
  });

  it('gives the parts of a number the whole of it, without commas between thousands', () => {
    const reply = read('It cost $1,200.50 at 9:30 on 3/4, as in 1887. B2 has 2nd place.');

    expect(reply.numbers.filter((number) => number !== null)).toEqual([
      ...['1200.50', '1200.50', '1200.50'],
      ...['9:30', '9:30', '3/4', '3/4', '1887', '2'],
    ]);
    expect(wordsWhere(reply, (word) => reply.numbers[word] === '2')).toEqual(['2nd']);
  });

  it('has offsets in UTF-16', () => {
    const reply = read('😀 Tower');

    expect([reply.starts[0], reply.ends[0]]).toEqual([3, 8]);
  });

  it.each(['', ' ', '...', '😀'])('has no words in %j', (text) => {
    expect(read(text)).toMatchObject({ count: 0, sentences: [], clauses: [], numbers: [] });
  });
});

describe('wordsWithin', () => {
  const reply = read('Ann built - it.');

  it.each([
    ['a whole word', 4, 9, 1, 2],
    ['parts of two words', 2, 5, 0, 2],
    ['everything', 0, 15, 0, 3],
    ['the gap between words', 9, 12, 2, 2],
    ['what follows the last word', 14, 15, 3, 3],
  ])('gives the words that %s touches', (_kind, start, end, from, to) => {
    expect(findWordsWithin(reply, start, end)).toEqual({ from, to });
  });
});
