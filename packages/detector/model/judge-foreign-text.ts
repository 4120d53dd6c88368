import { scanSentences } from '../base/sentences';
import { firstWords } from '../base/tokens';
import { checkDurations } from '../checks/check-durations';
import { checkForeignNames } from '../checks/check-foreign-names';
import { ForeignValueCheck } from '../checks/check-foreign-values';
import { type ComparedEvidence, checkText } from '../checks/check-text';
import type { Finding } from '../checks/finding';
import { compareSentences, type SentenceComparison } from '../checks/foreign-sentences';
import { scanCourtesies } from '../claims/courtesies';
import { scanLabels } from '../claims/labels';
import { type AlignedReply, alignReply } from '../evidence/aligned-reply';
import { findWordsWithin } from '../evidence/reply-words';
import { nameLanguage, type ReadLanguage } from '../gazetteers/language-words';
import { detectLanguage, hasEnglishWords, isForeignSentence } from '../text/read-language';
import { blankOut } from '../text/regions';
import { MODEL_READS, type ModelEvidence } from './model-evidence';

/** What was compared of a text that is not in English, or of its sentences that are not. */
export interface ForeignVerdict {
  findings: Finding[];
  /** Whether each sentence that states something was compared. */
  isCompared: boolean;
  /** A sentence that says what was compared. */
  limit: string;
}

/** Judges a text that, or the evidence of which, is not in English by the checks that know its language. */
export function judgeForeignText(
  text: string,
  { whole: evidence, ofValues, toWhole }: ComparedEvidence,
  { units, question }: ModelEvidence,
): ForeignVerdict {
  const language = detectLanguage(text) ?? (hasEnglishWords(text) ? null : detectLanguage(evidence.text));
  const unstated = scanLabels(text);
  const read = firstWords(text, MODEL_READS.reply);
  const judged = alignReply(read, units);
  const comparison = compareSentences({
    judged,
    language,
    question,
    unstated: [...unstated, ...scanCourtesies(read)],
  });
  const durations = checkDurations(text, ofValues);
  const compared = blankOut(text, durations.supported);
  const values = language === null ? null : new ForeignValueCheck(compared, ofValues, language);
  const checked = checkText(blankOut(compared, values?.listKnownDigits() ?? []), evidence, {
    inEnglish: false,
    ofValues,
    unstated,
  });
  const findNearest = (place: number): string => findNearestUnit(judged, place);
  // Of names, other languages have other forms.
  const hasNames = language !== null && !evidence.isEnglish;
  const names = hasNames ? checkForeignNames(text, evidence, language, findNearest) : [];
  const ofChecks = [...checked.findings, ...durations.findings, ...(values?.check() ?? [])];
  const placed = ofChecks.map((finding) => ({ ...finding, evidence: finding.evidence.map(toWhole) }));
  return {
    findings: [...placed, ...names, ...comparison.findings],
    isCompared: comparison.compared === comparison.stated && read.length === text.length,
    limit: describe(language, hasNames, comparison),
  };
}

/** Compares the sentences of an English text that are in another language; null without such a sentence. */
export function judgeForeignSentences(
  text: string,
  readForModel: () => ModelEvidence,
): Omit<ForeignVerdict, 'findings'> | null {
  const sentences = scanSentences(text).filter((sentence) => isForeignSentence(sentence.text));
  if (sentences.length === 0) return null;
  const foreign = sentences.map((sentence) => sentence.text).join('\n');
  const { units, question } = readForModel();
  const language = detectLanguage(foreign);
  const comparison = compareSentences({
    judged: alignReply(foreign, units),
    language,
    question,
    unstated: [],
  });
  const { stated, compared } = comparison;
  return {
    isCompared: compared === stated,
    limit: `Of ${stated} sentences that are not in English, ${compared} were compared as a whole, by what they copy.`,
  };
}

/** The unit of the evidence that is most like the sentence of the place. */
function findNearestUnit({ reply, alignments, evidence }: AlignedReply, place: number): string {
  const { from } = findWordsWithin(reply, place, place + 1);
  const best = alignments.sentences[reply.sentenceOf[from] ?? -1]?.best[0];
  return best === undefined ? '' : evidence.textOf(best.unit);
}

const PLAIN = 'dates, times, links, identifiers and quotations were compared';

function describe(
  language: ReadLanguage | null,
  hasNames: boolean,
  { stated, compared }: SentenceComparison,
): string {
  const read =
    language === null
      ? `The reply or its evidence is not in English: only numbers in digits, ${PLAIN}`
      : `The reply is not in English but in ${nameLanguage(language)}: only numbers, number words, days and months, ` +
        `${hasNames ? 'names, ' : ''}negations, ${PLAIN}`;
  return `${read}, and ${compared} of ${stated} sentences as a whole.`;
}
