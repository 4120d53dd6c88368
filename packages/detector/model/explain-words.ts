import { type Finding, quote } from '../checks/finding';
import type { WordRange } from '../evidence/reply-words';
import type { Region } from '../text/regions';
import type { JudgedReply } from './features/judged-reply';
import { computeSignBits, countSigns } from './features/sign-counts';

type Explanation = Pick<Finding, 'kind' | 'explanation' | 'evidence'>;

const MAX_WORDS_NAMED = 3;

/** A kind for flagged words, and what the evidence has or lacks of them. */
export function explainWords(judgedReply: JudgedReply, range: WordRange): Explanation {
  return (
    explainCheck(judgedReply, range) ??
    explainField(judgedReply, range) ??
    explainMissing(judgedReply, range) ??
    explainRest(judgedReply, range)
  );
}

/** What a rule-based check has found among the words says it best. */
function explainCheck({ checks }: JudgedReply, { from, to }: WordRange): Explanation | null {
  const check = checks.slice(from, to).find((check) => check !== null);
  if (check == null) return null;
  const { kind, explanation, evidence } = check;
  return { kind, explanation, evidence };
}

function explainField({ fields, evidence: units }: JudgedReply, { from, to }: WordRange): Explanation | null {
  const match = fields
    .slice(from, to)
    .find((field) => field !== null && field.share === 1 && field.conflict > 0);
  if (match == null) return null;
  const name = quote(match.field.path.join('.'));
  const evidence = [units.placeOf(match.unit)];
  return match.conflict === 1
    ? {
        kind: 'reasoning_error',
        explanation: `The evidence has ${name} as ${quote(match.field.value)}.`,
        evidence,
      }
    : { kind: 'fabrication', explanation: `The evidence gives no value for ${name}.`, evidence };
}

function explainMissing(judgedReply: JudgedReply, range: WordRange): Explanation | null {
  const { reply, evidence, table } = judgedReply;
  const missing: string[] = [];
  for (let word = range.from; word < range.to; word += 1) {
    const id = reply.ids[word] as number;
    const isMissing = table.isContent[id] && evidence.unitsOf(table.stems[id] as number).length === 0;
    if (isMissing) missing.push(reply.text.slice(reply.starts[word], reply.ends[word]));
  }
  if (missing.length === 0) return null;
  const quotations = [...new Set(missing)].slice(0, MAX_WORDS_NAMED).map(quote).join(', ');
  return {
    kind: 'fabrication',
    explanation: `The evidence does not mention ${quotations}.${describeNearest(judgedReply, range)}`,
    evidence: listNearestPlaces(judgedReply, range).slice(0, 1),
  };
}

/** Every word is somewhere in the evidence, but not to this effect. */
function explainRest(judgedReply: JudgedReply, range: WordRange): Explanation {
  const { reply, evidence, table } = judgedReply;
  const unit = findUnit(judgedReply, range);
  const replySigns = computeSignBits(countSigns(reply.ids, range, table.words));
  const words = unit === null ? undefined : evidence.units[unit];
  const evidenceSigns =
    words === undefined ? replySigns : computeSignBits(countSigns(evidence.words, words, table.words));
  if (replySigns !== evidenceSigns && unit !== null) {
    return {
      kind: 'reasoning_error',
      explanation: `The evidence states this differently. ${describeMatch(evidence.textOf(unit))}`,
      evidence: [evidence.placeOf(unit)],
    };
  }
  return {
    kind: 'context_misattribution',
    explanation: `The evidence has these words, but does not say this of them.${describeNearest(judgedReply, range)}`,
    evidence: listNearestPlaces(judgedReply, range).slice(0, 1),
  };
}

function describeNearest(judgedReply: JudgedReply, range: WordRange): string {
  const unit = findUnit(judgedReply, range);
  return unit === null ? '' : ` ${describeMatch(judgedReply.evidence.textOf(unit))}`;
}

function describeMatch(text: string): string {
  return `Closest match in the evidence: ${quote(text)}.`;
}

/** Where the units of evidence are that fit the clause of the words best, then those of its sentence. */
export function listNearestPlaces(judgedReply: JudgedReply, range: WordRange): Region[] {
  return listUnits(judgedReply, range).map((unit) => judgedReply.evidence.placeOf(unit));
}

/** The unit of evidence that fits the clause of the range best, else its sentence; null when none shares a word. */
function findUnit(judgedReply: JudgedReply, range: WordRange): number | null {
  return listUnits(judgedReply, range)[0] ?? null;
}

function listUnits({ reply, alignments }: JudgedReply, { from }: WordRange): number[] {
  const clause = alignments.clauses[reply.clauseOf[from] as number]?.best ?? [];
  const sentence = alignments.sentences[reply.sentenceOf[from] as number]?.best ?? [];
  return [...clause, ...sentence].map(({ unit }) => unit);
}
