import { fc } from '../../../test/support/property';
import { fromOpenAI } from '../../formats';
import { scanSentences } from '../base/sentences';
import { evidenceOf } from '../training/twins-cases';
import { evaluate, isInEnglish, judge, message, readDemoCases } from './support/grounding-twins';

const seed = 20_261_121;
const demoCases = readDemoCases().filter(isInEnglish);

/** Sentences that state something by themselves; what is put to the assistant is no evidence of anything. */
function statementsOf(evidence: string): string[] {
  return scanSentences(evidence)
    .map(({ text }) => text)
    .filter((text) => /^\p{Lu}[^{}[\]|]*[.!]$/u.test(text) && text.split(/\s+/).length >= 4);
}

const oneOf = (...choices: string[]) => fc.constantFrom(...choices);
const name = fc
  .tuple(oneOf('Ann', 'Tobias', 'Élodie', 'Mei'), oneOf('Lee', 'Renn', 'Ŵatt', "O'Hara"))
  .map((parts) => parts.join(' '));
const place = oneOf('Dover', 'Tarn Holm', 'São Paulo', 'the Old Mill in Kettleford');
const number = fc.oneof(
  fc.integer({ min: 11, max: 5_000_000 }).map((value) => value.toLocaleString('en-US')),
  fc.integer({ min: 11, max: 999 }).map((value) => (value / 10).toFixed(1)),
);
const date = fc
  .tuple(
    fc.integer({ min: 1, max: 28 }),
    oneOf('January', 'March', 'May', 'August'),
    fc.integer({ min: 1600, max: 2030 }),
  )
  .map((parts) => parts.join(' '));
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([h, m]) => `${h}:${String(m).padStart(2, '0')}`);
const fact = fc.oneof(
  fc.tuple(name, number, place).map(([who, count, where]) => `${who} sold ${count} tickets in ${where}.`),
  fc.tuple(name, date).map(([who, when]) => `${who} did not sign the treaty on ${when}.`),
  fc
    .tuple(place, time, number)
    .map(([where, at, price]) => `The ferry to ${where} leaves at ${at} and costs $${price}.`),
  fc.tuple(name, name).map(([one, other]) => `“The bridge is safe to cross,” ${one} told ${other}.`),
  fc
    .tuple(number, number)
    .map(([from, to]) => `Attendance fell by ${from}%, from ${to} visitors, because of the rain.`),
  name.map(
    (who) =>
      `Write to ${who} at desk@harbor.example or see https://harbor.example/desk for all opening hours.`,
  ),
);

/** Claims, and what is easily misread around them. */
const scraps = fc.constantFrom(
  ...[
    '1,200',
    '3.5%',
    '$4m',
    'March 5, 2024',
    '5/6/07',
    '14:30',
    '2 pm',
    'Ann',
    'Keller',
    'NASA',
    'the',
    'of',
  ],
  ...[
    '"',
    '“',
    '”',
    '. ',
    '\n',
    '- ',
    '1. ',
    '```',
    '(',
    '😀',
    '\ud83d',
    '\ude00',
    '東京',
    'Москва',
    'é',
    'İ',
    'ß',
    'ﬁ',
  ],
  ...[
    'https://a.example/b',
    'a@b.example',
    '{"a":',
    '[',
    '\\',
    "'s",
    ' ',
    ',',
    '-',
    'twenty',
    'million',
    '1e999',
  ],
);

/** Facts may read as instructions, and scraps may be white space: these are not judged. */
const judgeReply = (evidence: string, reply: string) =>
  judge({ messages: [message('user', evidence), message('assistant', reply)] });

describe('a reply that only repeats its evidence', () => {
  it.each(demoCases.map((labeled) => [labeled.id, labeled] as const))(
    'is clean: each sentence of %s by itself',
    (_id, labeled) => {
      const evidence = labeled.messages.slice(0, -1).map(fromOpenAI);
      for (const statement of statementsOf(evidenceOf(labeled))) {
        const { annotations } = evaluate({ messages: [...evidence, message('assistant', statement)] });
        expect({ statement, annotations }).toEqual({ statement, annotations: [] });
      }
    },
  );

  it('is clean: sentences of a demo conversation in a row', () => {
    const cases = demoCases
      .map((labeled) => ({ labeled, statements: statementsOf(evidenceOf(labeled)) }))
      .filter(({ statements }) => statements.length > 1);
    const picked = fc
      .constantFrom(...cases)
      .chain(({ labeled, statements }) =>
        fc.record({ labeled: fc.constant(labeled), chosen: fc.subarray(statements, { minLength: 2 }) }),
      );

    fc.assert(
      fc.property(picked, ({ labeled, chosen }) => {
        const evidence = labeled.messages.slice(0, -1).map(fromOpenAI);
        const { annotations } = evaluate({
          messages: [...evidence, message('assistant', chosen.join(' '))],
        });
        expect(annotations).toEqual([]);
      }),
      { seed, numRuns: 150 },
    );
  });

  it('is clean: any of the facts given, in any order', () =>
    fc.assert(
      fc.property(fc.array(fact, { minLength: 1, maxLength: 8 }), fc.func(fc.integer()), (facts, rank) => {
        const chosen = [...facts].sort((a, b) => rank(a) - rank(b)).slice(0, 4);
        const { annotations } = judgeReply(facts.join(' '), chosen.join(' '));
        expect(annotations).toEqual([]);
      }),
      { seed, numRuns: 300 },
    ));

  it('is clean: however the evidence is laid out over messages and results of tools', () =>
    fc.assert(
      fc.property(fc.array(fact, { minLength: 3, maxLength: 6 }), (facts) => {
        const [first = '', second = '', ...others] = facts;
        const { annotations } = evaluate({
          messages: [
            message('system', first),
            message('user', 'What do you know?', second),
            message('tool', { type: 'tool_call_response', id: null, response: others.join('\r\n') }),
            message('assistant', facts.join('\n\n')),
          ],
        });
        expect(annotations).toEqual([]);
      }),
      { seed, numRuns: 150 },
    ));

  it('has no number, date, time or link at fault: regardless of what is between them', () =>
    fc.assert(
      fc.property(fc.array(scraps, { maxLength: 30 }), (pieces) => {
        const repeated = pieces.join(' ');
        const { annotations } = judgeReply(`The Harbor Tower was built in 1887. ${repeated}`, repeated);
        const kinds = annotations.map(({ explanation }) => explanation.split(' ')[1]);
        expect(kinds.filter((kind) => kind !== 'quotation' && kind !== 'name')).toEqual([]);
      }),
      { seed, numRuns: 500 },
    ));
});
