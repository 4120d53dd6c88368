import { fc } from '../../../../test/support/property';
import { type Sentence, scanSentences } from '../../base/sentences';
import { listContentStems, StatementIndex, type StatementQuery } from '../../evidence/statement-index';
import { UndoLog } from '../../evidence/undo-log';

/** The first statement that says all of it, found by reading each sentence of the text. */
function scanForStatement(
  text: string,
  { stems, minNewStems, hasQuantity }: StatementQuery,
): Sentence | null {
  const statement = scanSentences(text).find(({ text: said }) => {
    if (said.endsWith('?') || /^(?:how|what|is|are|can)\b/i.test(said)) return false;
    const saidStems = listContentStems(said);
    const isWhole = [...stems].every((asked) => saidStems.has(asked));
    const isLonger = saidStems.size >= stems.size + minNewStems;
    return isWhole && isLonger && (!hasQuantity || (said.length <= 80 && /\d/.test(said)));
  });
  return statement ?? null;
}

const word = fc.constantFrom(
  ...['harbor', 'towers', 'tower', 'built', 'building', 'Lisbon', 'leave', 'weeks', 'How', 'is', 'the', '16'],
);
const end = fc.constantFrom(
  '. ',
  '.',
  '?',
  '? ',
  '\n',
  '.\n',
  ' Mr.\n',
  ' etc. ',
  '\t',
  ' ',
  '。',
  '…”\n',
  ' A.\n',
);
const text = fc
  .array(fc.tuple(fc.array(word, { maxLength: 8 }), end), { maxLength: 6 })
  .map((sentences) => sentences.map(([words, stop]) => words.join(' ') + stop).join(''));
const asked: fc.Arbitrary<StatementQuery> = fc.record({
  stems: fc
    .uniqueArray(word, { minLength: 1, maxLength: 3 })
    .map((words) => listContentStems(words.join(' '))),
  minNewStems: fc.integer({ min: 0, max: 2 }),
  hasQuantity: fc.boolean(),
});

it('finds what reading each sentence finds, while the text grows and its end is replaced', () => {
  let found = 0;
  const conversation = fc.array(fc.tuple(text, text, asked), { minLength: 1, maxLength: 6 });

  fc.assert(
    fc.property(conversation, (turns) => {
      const log = new UndoLog();
      const source = { text: '', lines: '' };
      const index = new StatementIndex(source, log);
      for (const [added, rest, question] of turns.filter(([, , { stems }]) => stems.size > 0)) {
        log.undo();
        source.lines += `${added}\n`;
        source.text = source.lines + rest;
        log.begin();

        const statement = index.findFirst(question);

        expect(statement).toEqual(scanForStatement(source.text, question));
        if (statement !== null) found += 1;
      }
    }),
    { seed: 20_261_124, numRuns: 1_000 },
  );

  expect(found).toBeGreaterThan(200);
});
