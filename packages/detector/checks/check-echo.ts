import { scanSentences } from '../base/sentences';
import { type AlignedReply, listRanges } from '../evidence/aligned-reply';
import type { EvidenceUnit } from '../evidence/evidence-units';
import type { WordRange } from '../evidence/reply-words';
import { listContentStems } from '../evidence/statement-index';
import { isNegation } from '../gazetteers/modifiers';
import { checkConfidence, type Finding, quote } from './finding';

/** Content words of an echo at least, and of one that begins with "yes". */
const MIN_WORDS = 3;
const MIN_WORDS_AFTER_YES = 2;
/** Of the words of the reply that the question has, and of the words of the question that the reply has. */
const MIN_ECHOED = 0.8;
const MIN_ASKED = 0.6;
/** Of the weight of an echo: a statement that has less of it says something else. */
const MIN_STATED = 0.4;
const IS_QUESTION = /[?？]["'”’)]*\s*$/;
/** Limits, of which the number of a question may be on the right side. */
const AT_MOST =
  /\b(?:within|up to|max\w*|at most|no more than|not more than|until|under|less than|fewer than)\b/i;
const AT_LEAST = /\b(?:at least|min\w*|from|over|more than|older|above|starting)\b/i;
const NO_CLAIM = new Set(['whether', 'if', 'asked', 'ask', 'question', 'might', 'could', 'i', 'we']);

/** The stems of each question in a text. */
export function listQuestionStems(text: string): Set<string>[] {
  return scanSentences(text)
    .filter((sentence) => IS_QUESTION.test(sentence.text))
    .map((sentence) => listContentStems(sentence.text));
}

/**
 * Where the reply repeats what a question of the user presupposes, with a number or a name that no statement of the evidence
 * has: nothing else speaks of it, or a statement has another number of the same unit.
 */
export function checkEcho(alignedReply: AlignedReply, questionStems: readonly Set<string>[]): Finding[] {
  const { evidence } = alignedReply;
  if (questionStems.length === 0) return [];
  const echoes = listRanges(alignedReply).filter(([range]) => isEcho(alignedReply, range, questionStems));
  const hasStatement = (): boolean =>
    evidence.units.some((_, unit) => !IS_QUESTION.test(evidence.textOf(unit)));
  return echoes.length > 0 && hasStatement()
    ? echoes.flatMap(([range]) => findUnstated(alignedReply, range) ?? [])
    : [];
}

function isEcho(
  { reply, table }: AlignedReply,
  { from, to }: WordRange,
  questionStems: readonly Set<string>[],
): boolean {
  const words = Array.from(reply.ids.subarray(from, to), (id) => table.words[id] as string);
  const isAsked = reply.text.charAt(reply.ends[to - 1] as number) === '?';
  if (isAsked || words.some((word) => isNegation(word) || NO_CLAIM.has(word))) return false;
  const own = listContentStems(words.join(' '));
  if (own.size < (words[0] === 'yes' ? MIN_WORDS_AFTER_YES : MIN_WORDS)) return false;
  return questionStems.some((other) => {
    const shared = [...own].filter((stem) => other.has(stem)).length;
    return shared >= MIN_ECHOED * own.size && shared >= MIN_ASKED * other.size;
  });
}

function findUnstated(alignedReply: AlignedReply, range: WordRange): Finding | null {
  const { reply, evidence, table } = alignedReply;
  const words = Array.from({ length: range.to - range.from }, (_, index) => range.from + index);
  const places = new Map<number, number>();
  let weight = 0;
  for (const word of words) {
    const id = reply.ids[word] as number;
    if (!table.isContent[id]) continue;
    weight += table.idf[id] as number;
    for (const unit of listStatements(alignedReply, word))
      places.set(unit, (places.get(unit) ?? 0) + (table.idf[id] as number));
  }
  const unstated = words.filter(
    (word) => isValue(alignedReply, word) && listStatements(alignedReply, word).length === 0,
  );
  if (unstated.length === 0) return null;
  const [best] = [...places].sort((one, other) => other[1] - one[1]);
  if (best === undefined || best[1] < MIN_STATED * weight) {
    const isYes = table.words[reply.ids[range.from] as number] === 'yes';
    const start = reply.starts[range.from + Number(isYes)] as number;
    return toFinding(
      start,
      reply.ends[range.to - 1] as number,
      'Only the question says this; no statement of the evidence does.',
    );
  }
  for (const word of unstated) {
    const rival = findRival(alignedReply, word, best[0]);
    if (rival === null) continue;
    const explanation = `The question has this number; the evidence says ${quote(evidence.textOf(best[0]))}.`;
    return {
      ...toFinding(reply.starts[word] as number, reply.ends[word + 1] as number, explanation),
      evidence: [evidence.placeOf(best[0])],
    };
  }
  return null;
}

/** Units with the stem of a word that are no questions. */
const listStatements = ({ reply, evidence, table }: AlignedReply, word: number): number[] =>
  evidence
    .unitsOf(table.stems[reply.ids[word] as number] as number)
    .filter((unit) => !IS_QUESTION.test(evidence.textOf(unit)));

/** Whether the word is a number, or of a name: the question has it with a capital. */
function isValue({ reply, evidence, table }: AlignedReply, word: number): boolean {
  const id = reply.ids[word] as number;
  return /^\d/.test(table.words[id] as string) || evidence.nameStems.has(table.stems[id] as number);
}

/** The number of the unit before the same word, null if a limit lets both hold. */
function findRival({ reply, evidence, table }: AlignedReply, word: number, unit: number): number | null {
  const next = reply.ids[word + 1];
  const { from, to } = evidence.units[unit] as EvidenceUnit;
  if (next === undefined) return null;
  const count = Number(table.words[reply.ids[word] as number]);
  for (let place = from; place + 1 < to; place += 1) {
    const isSameUnit = table.stems[evidence.words[place + 1] as number] === table.stems[next];
    const rival = Number(table.words[evidence.words[place] as number]);
    if (!isSameUnit || Number.isNaN(rival) || Number.isNaN(count)) continue;
    const text = evidence.textOf(unit);
    const holds = (AT_MOST.test(text) && count <= rival) || (AT_LEAST.test(text) && count >= rival);
    if (!holds) return rival;
  }
  return null;
}

const toFinding = (start: number, end: number, explanation: string): Finding => ({
  start,
  end,
  kind: 'fabrication',
  explanation,
  confidence: checkConfidence.echo,
  evidence: [],
});
