import { isForeignClosing } from '../claims/foreign-closings';
import type { AlignedReply } from '../evidence/aligned-reply';
import type { Alignment } from '../evidence/alignment';
import { findCopiedSentences } from '../evidence/copied-sentences';
import type { EvidenceUnit } from '../evidence/evidence-units';
import { type Element, findRun, readElements } from '../evidence/foreign-elements';
import type { WordRange } from '../evidence/reply-words';
import { listLanguagesOf } from '../gazetteers/foreign-words';
import { foldWord, languageWords, type ReadLanguage } from '../gazetteers/language-words';
import type { Region } from '../text/regions';
import { checkConfidence, type Finding, quote } from './finding';
import { isRemark } from './reversals';

/** How the sentences of a reply that no model reads were compared. */
export interface SentenceComparison {
  /** Sentences that state something. */
  stated: number;
  compared: number;
  /** Sentences that copy the evidence but flip a negation. */
  findings: Finding[];
}

/** What decides how sentences are compared. */
export interface ComparedText {
  judged: AlignedReply;
  /** Null where its words are not known. */
  language: ReadLanguage | null;
  /** What the user said last, which is no evidence. */
  question: string;
  /** Regions that state nothing unless they have values. */
  unstated: readonly Region[];
}

const MIN_ELEMENTS = 3;
const QUESTION_END = /[?？]["'”’»)\]*_\s]{0,8}$/;
const DIGIT = /\p{Nd}/u;

/**
 * Compares the sentences that `mayCompare`. One is compared if its words and values, apart from articles, pronouns and "and",
 * stand in a row in a sentence of the evidence, where no negation or limit goes with them. In a language whose words are not
 * known it has to be whole sentences of the evidence, word for word. Questions and courtesies without values state nothing.
 */
export function compareSentences(
  text: ComparedText,
  mayCompare: (sentence: string) => boolean = () => true,
): SentenceComparison {
  const { judged, language } = text;
  const { reply, evidence, alignments } = judged;
  const isEvidence = findEvidenceUnits(text);
  const isCopied = findCopiedSentences(judged, isEvidence);
  const result: SentenceComparison = { stated: 0, compared: 0, findings: [] };
  for (const [index, range] of reply.sentences.entries()) {
    const sentence = readSentence(judged, range, language);
    if (!mayCompare(sentence.text) || statesNothing(sentence, text)) continue;
    result.stated += 1;
    const units = (alignments.sentences[index] as Alignment).best
      .map(({ unit }) => unit)
      .filter((unit) => isEvidence(evidence.units[unit] as EvidenceUnit));
    const outcomes =
      language === null ? [] : units.map((unit) => compare(sentence, evidence.textOf(unit), language));
    const denied = outcomes.findIndex((outcome) => typeof outcome === 'object');
    if (isCopied[index] === true || outcomes.includes('same')) result.compared += 1;
    else if (denied !== -1) {
      const { start, end } = outcomes[denied] as Region;
      result.findings.push({
        ...{ start: sentence.start + start, end: sentence.start + end },
        kind: 'reasoning_error',
        explanation: `The evidence says the opposite: ${quote(evidence.textOf(units[denied] as number))}.`,
        confidence: checkConfidence.reversal,
        evidence: [evidence.placeOf(units[denied] as number)],
      });
    }
  }
  return result;
}

/** What tells a statement of the evidence from a question and from what the user says in passing. */
function findEvidenceUnits({
  judged: { evidence },
  question,
}: ComparedText): (unit: EvidenceUnit) => boolean {
  const { texts } = evidence;
  const isOfRemark = texts.map((_, source) => isRemark(texts, source, question));
  return ({ source, start, end }) =>
    isOfRemark[source] === false && !/[?？]\s*$/.test((texts[source] as string).slice(start, end));
}

interface ReadSentence extends Region {
  text: string;
  isQuestion: boolean;
  hasValue: boolean;
  elements: Element[];
}

function readSentence(
  { reply }: AlignedReply,
  { from, to }: WordRange,
  language: ReadLanguage | null,
): ReadSentence {
  const start = reply.starts[from] as number;
  const text = reply.text.slice(start, reply.starts[to] ?? reply.text.length).trimEnd();
  const elements = language === null ? [] : readElements(text, language);
  return {
    ...{ start, end: start + text.length, text, elements },
    isQuestion: QUESTION_END.test(text),
    hasValue: DIGIT.test(text) || elements.some(({ isValue }) => isValue),
  };
}

const statesNothing = (sentence: ReadSentence, { language, unstated }: ComparedText): boolean =>
  !sentence.hasValue &&
  (sentence.isQuestion ||
    unstated.some(({ start, end }) => start <= sentence.start && end >= sentence.end) ||
    (language !== null && (isCourtesy(sentence, language) || isForeignClosing(sentence.text, language))));

function isCourtesy({ text, elements }: ReadSentence, language: ReadLanguage): boolean {
  const { answers, courtesies } = languageWords[language];
  const words = elements.map(({ keys: [word = ''] }) => word);
  const opening = /^(\p{L}+)\s?[,.!:;]/u.exec(text)?.[1] ?? '';
  return (
    words.some((word) => courtesies.has(word)) &&
    words.every((word) => courtesies.has(word) || listLanguagesOf(word).length > 0) &&
    !answers.has(foldWord(opening))
  );
}

/** The place in the sentence where it denies what the evidence says, or the other way round. */
type Denial = Region;

function compare(
  { elements }: ReadSentence,
  unit: string,
  language: ReadLanguage,
): 'same' | 'other' | Denial {
  const isAnswered = elements[1]?.opensClause === true && isAnswer(elements[0] as Element, language);
  const own = isAnswered ? elements.slice(1) : elements;
  if (own.length === 0) return 'other';
  const others = readElements(unit, language);
  const run = findRun(own, others);
  if (run !== null && !listAround(run, others).some(({ isNegation, isLimit }) => isNegation || isLimit))
    return 'same';
  return findDenial(own, others) ?? 'other';
}

const isAnswer = ({ keys: [word = ''] }: Element, language: ReadLanguage): boolean =>
  languageWords[language].answers.has(word);

/** What is in the clauses of the run before and after it. */
function listAround(run: readonly Element[], others: readonly Element[]): Element[] {
  const from = others.indexOf(run[0] as Element);
  const to = from + run.length;
  let [first, last] = [from, to];
  while (first > 0 && others[first]?.opensClause !== true) first -= 1;
  while (last < others.length && others[last]?.opensClause !== true) last += 1;
  return [...others.slice(first, from), ...others.slice(to, last)];
}

/** Where one of two sentences that are otherwise the same has the only negation. */
function findDenial(own: readonly Element[], others: readonly Element[]): Denial | null {
  const [plain, plainOthers] = [own, others].map((elements) =>
    elements.filter(({ isNegation }) => !isNegation),
  ) as [Element[], Element[]];
  const run = plain.length < MIN_ELEMENTS ? null : findRun(plain, plainOthers);
  if (run === null || [own, others].some(isQualified)) return null;
  const [first, last] = [run[0] as Element, run.at(-1) as Element];
  const after = others.indexOf(last) + 1;
  const isAtEnd = after + 1 >= others.length || others[after + 1]?.opensClause === true;
  const denials = others.filter(
    (element, index) =>
      element.isNegation &&
      ((element.start > first.start && element.end < last.end) ||
        (index === after && !element.opensClause && isAtEnd)),
  );
  const ownDenials = own.filter(({ isNegation }) => isNegation);
  if (denials.length + ownDenials.length !== 1) return null;
  const [denial] = ownDenials;
  if (denial !== undefined) return denial;
  // Where a negation was left out, the words around its place speak.
  const place = run.filter(({ start }) => start < (denials[0] as Element).start).length;
  const before = plain[Math.max(0, place - 1)] as Element;
  return { start: before.start, end: (plain[place] ?? before).end };
}

/** "not only" */
const isQualified = (elements: readonly Element[]): boolean =>
  elements.some(({ isNegation }, index) => isNegation && elements[index + 1]?.isLimit === true);
