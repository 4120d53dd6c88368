import { createHash } from 'node:crypto';
import type { LabeledCase } from '../labeled-data';

/** A line of `qa_data.json`. */
export interface HaluEvalRecord {
  knowledge: string;
  question: string;
  right_answer: string;
  hallucinated_answer: string;
}

const PAIR_DIGITS = 10;
const SOURCE_DIGITS = 12;

/** A right and an invented reply to each question whose pair is listed. A question that occurs twice counts once. */
export function convertHaluEval(
  records: readonly HaluEvalRecord[],
  listedPairs: ReadonlySet<string>,
): LabeledCase[] {
  const byPair = new Map(records.map((record) => [pairOf(record), record]));
  return [...listedPairs].flatMap((pair) => {
    const record = byPair.get(pair);
    return record === undefined ? [] : toPair(pair, record);
  });
}

/** Names the pair of replies to a question. */
export function pairOf({ knowledge, question }: HaluEvalRecord): string {
  return sha1(knowledge + question).slice(0, PAIR_DIGITS);
}

function toPair(pair: string, record: HaluEvalRecord): LabeledCase[] {
  return [
    toCase(`halueval-qa-${pair}-r`, pair, record, record.right_answer, false),
    toCase(`halueval-qa-${pair}-h`, pair, record, record.hallucinated_answer, true),
  ];
}

function toCase(
  id: string,
  pair: string,
  { knowledge, question }: HaluEvalRecord,
  answer: string,
  hallucinated: boolean,
): LabeledCase {
  const request = `Answer the question using only the knowledge below.\n\nKnowledge: ${knowledge}\n\nQuestion: ${question}`;
  return {
    id,
    task: 'HaluEval-QA',
    source: `h${sha1(knowledge).slice(0, SOURCE_DIGITS)}`,
    pair,
    hallucinated,
    messages: [
      { role: 'user', content: request },
      { role: 'assistant', content: answer },
    ],
    spans: null, // the dataset does not mark where a reply is wrong
  };
}

function sha1(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}
