import { firstWords } from '../base/tokens';
import { checkAttributes } from '../checks/check-attributes';
import { checkBooleans } from '../checks/check-booleans';
import { checkCharges } from '../checks/check-charges';
import { checkEcho } from '../checks/check-echo';
import { checkEndpoints } from '../checks/check-endpoints';
import { checkPolarity } from '../checks/check-polarity';
import { checkShares } from '../checks/check-shares';
import { checkStates } from '../checks/check-states';
import { areEnglish, type ComparedEvidence, checkText, type TextChecks } from '../checks/check-text';
import { findContradictions } from '../checks/contradictions';
import { computeAnyProbability, type Finding, type ValueVerdict } from '../checks/finding';
import { listPredicates } from '../checks/predicates';
import { findReversals } from '../checks/reversals';
import { scanCourtesies } from '../claims/courtesies';
import { scanLabels } from '../claims/labels';
import { isRewriting } from '../claims/rewriting';
import { findWordsWithin, type ReplyWords, type WordRange } from '../evidence/reply-words';
import { blankOut, overlap, type Region } from '../text/regions';
import { addNamesAndCompounds, coverWhole, scanWholeMentions } from '../values/whole-mentions';
import { explainWords } from './explain-words';
import { compareReply, type JudgedReply } from './features/judged-reply';
import { findEvidence } from './find-evidence';
import { flagWords, suspectWords } from './flagged-words';
import type { ReplyModel, ReplyScore } from './grounding-model';
import { type ForeignVerdict, judgeForeignSentences, judgeForeignText } from './judge-foreign-text';
import { MODEL_READS, type ModelEvidence } from './model-evidence';

/** The findings and score of a text. */
export interface TextVerdict {
  findings: Finding[];
  /** The likeliest words, if the text scores below the threshold. */
  suspected: Finding[];
  /** Probability of at least one issue, 0..1; null when the model cannot read the text's language. */
  score: number | null;
  /** How what is not in English was compared; null if all is in English. */
  foreign: Omit<ForeignVerdict, 'findings'> | null;
  /** False when the model has read only the beginning of the text or of the evidence. */
  isWhole: boolean;
}

/** The probability that the model must give to words in which a rule-based check has found an issue. */
const MIN_PROBABILITY = 0.12;
/** A reply without a finding scores below the threshold, and above those that are less suspicious. */
const JUST_BELOW = 0.001;
/** A reply that scores as high stays flagged without its courtesies: of the development data's, each of the clean ones. */
const SURELY_FLAGGED = 0.8;
/** A check this sure needs no model to agree. */
const CERTAIN = 0.75;

/**
 * Judges a text by the rule-based checks and, if it is in English, by the trained model: the model decides which of the
 * findings stay, and adds its own.
 */
export function judgeText(
  text: string,
  compared: ComparedEvidence,
  readForModel: () => ModelEvidence,
  model: ReplyModel,
): TextVerdict {
  const { whole: evidence, ofValues, toWhole, listEarlierReplies } = compared;
  if (!areEnglish(text, evidence)) {
    const { findings, ...foreign } = judgeForeignText(text, compared, readForModel());
    return { findings, suspected: [], score: null, foreign, isWhole: true };
  }
  const courtesies = scanCourtesies(text);
  const modelEvidence = readForModel();
  const { question } = modelEvidence;
  const unnamed = isRewriting(question) ? [] : courtesies.filter(({ isOpinion }) => !isOpinion);
  const unstated = [...unnamed, ...scanLabels(text)];
  const checks = checkText(text, evidence, {
    inEnglish: true,
    unstated,
    question,
    ofValues,
    listEarlierReplies,
  });
  const checked = checks.findings.map((finding) => ({ ...finding, evidence: finding.evidence.map(toWhole) }));
  const read = firstWords(text, MODEL_READS.reply);
  const isRead = ({ start }: Finding): boolean => start < read.length;
  const { findings, suspected, score } = judgeRead(
    read,
    courtesies,
    { ...checks, findings: checked.filter(isRead) },
    modelEvidence,
    model,
    evidence.text,
  );
  return {
    findings: [...findings, ...checked.filter((finding) => !isRead(finding))],
    suspected,
    score,
    foreign: judgeForeignSentences(text, readForModel),
    isWhole: modelEvidence.isWhole && read.length === text.length,
  };
}

/** What was found in a text that the model reads, and its score. */
type ModelVerdict = Pick<TextVerdict, 'findings' | 'suspected'> & { score: number };

/**
 * A text is flagged only if it is with its courtesies and without them, because their words are never in the evidence. The
 * score is the mean of both readings: the lower one alone orders replies worse. What is surely flagged is read once.
 */
function judgeRead(
  read: string,
  courtesies: Region[],
  checks: TextChecks,
  modelEvidence: ModelEvidence,
  model: ReplyModel,
  evidenceText: string,
): ModelVerdict {
  const { findings: checked, supported } = checks;
  const mentions = scanWholeMentions(read, checks.mentions);
  const wholes = addNamesAndCompounds(read, mentions);
  const widen = (finding: Finding): Finding => ({ ...finding, ...coverWhole(finding, wholes) });
  const weighAlone = (judgedReply: JudgedReply, reversals: readonly Finding[]): ModelVerdict => {
    const { findings, suspected, score } = weigh(
      judgedReply,
      { checked, supported, reversals, mentions },
      model,
    );
    const locate = (finding: Finding): Finding => {
      const widened = widen(finding);
      return { ...widened, evidence: findEvidence(judgedReply, widened, evidenceText) };
    };
    return { findings: findings.map(locate), suspected: suspected.map(locate), score };
  };
  const judged = compareReply(read, modelEvidence.units, checked);
  const reversals = compareStatements(judged, checks, modelEvidence);
  const whole = weighAlone(judged, reversals);
  const isClaim = (finding: Finding): boolean => !courtesies.some((courtesy) => overlap(courtesy, finding));
  if (courtesies.length === 0 || whole.score < model.thresholds.reply)
    return { ...whole, suspected: whole.suspected.filter(isClaim) };
  const findings = whole.findings.filter(isClaim);
  if (whole.score >= SURELY_FLAGGED && findings.length > 0) {
    const ofCourtesies = checked.filter((finding) => !isClaim(finding)).map(widen);
    return { ...whole, findings: [...findings, ...ofCourtesies] };
  }
  const claims = blankOut(read, courtesies);
  const ofClaims = /[\p{L}\p{N}]/u.test(claims)
    ? weighAlone(compareReply(claims, modelEvidence.units, checked, judged), reversals.filter(isClaim))
    : { findings: checked.map(widen), suspected: [], score: computeAnyProbability(checked) };
  const mean = (whole.score + ofClaims.score) / 2;
  return {
    ...ofClaims,
    score: ofClaims.findings.length > 0 ? mean : Math.min(mean, model.thresholds.reply - JUST_BELOW),
  };
}

/** Where the evidence says otherwise, or only the question says it. */
function compareStatements(
  judgedReply: JudgedReply,
  { findings: checked, supported, mentions: { numbers } }: TextChecks,
  { question, readQuestionStems, currentFrom }: ModelEvidence,
): Finding[] {
  const predicates = listPredicates(judgedReply);
  const booleans = checkBooleans(judgedReply, predicates, question, currentFrom);
  // What a value of the evidence supports is not only in the question.
  const isSupported = (echo: Finding): boolean =>
    [...supported, ...booleans.supported].some((region) => overlap(region, echo));
  const echoes = checkEcho(judgedReply, readQuestionStems()).filter((echo) => !isSupported(echo));
  return [
    ...findReversals(judgedReply, question),
    ...findContradictions(judgedReply, question),
    ...checkPolarity(judgedReply, question),
    ...checkEndpoints(judgedReply),
    ...checkCharges(judgedReply, question),
    ...checkShares(judgedReply, question),
    ...checkStates(judgedReply, predicates, question, currentFrom),
    ...booleans.findings,
    ...checkAttributes(judgedReply, predicates, numbers, question, currentFrom),
    ...echoes,
  ].map((reversal) => nameByCheck(reversal, checked));
}

/** A value that the evidence does not have is named by the check of its kind, with the confidence of the surer one. */
function nameByCheck(reversal: Finding, checked: readonly Finding[]): Finding {
  const check = checked.find((finding) => overlap(finding, reversal));
  if (check === undefined) return reversal;
  return { ...check, confidence: Math.max(check.confidence, reversal.confidence) };
}

/** What was compared before the model reads the text, and its values, which are right or wrong as wholes. */
interface CheckResults extends Pick<ValueVerdict, 'supported'> {
  checked: readonly Finding[];
  reversals: readonly Finding[];
  mentions: readonly Region[];
}

/** What the model finds, and what of the rule-based checks and of the reversals it confirms. */
function weigh(
  judgedReply: JudgedReply,
  { checked, supported, reversals, mentions }: CheckResults,
  model: ReplyModel,
): ModelVerdict {
  const ofWords = model.score(judgedReply);
  const ofChecks = [...checked, ...reversals];
  const isBelow = ofWords.score < model.thresholds.reply;
  const { reply } = judgedReply;
  const scored = judgeAsWholes(ofWords, reply, mentions);
  const isSupported = markWords(reply, supported);
  const ranges = flagWords(judgedReply, scored, model.thresholds, isSupported);
  const suspectedRanges = isBelow ? suspectWords(judgedReply, scored, isSupported) : [];
  const toFinding = (range: WordRange): Finding => {
    const [start, end] = [reply.starts[range.from] as number, reply.ends[range.to - 1] as number];
    const reversal = reversals.find((finding) => overlap(finding, { start, end }));
    const { kind, explanation, evidence } = reversal ?? explainWords(judgedReply, range);
    return { start, end, kind, explanation, evidence, confidence: computeMeanProbability(scored, range) };
  };
  const isFlagged = new Uint8Array(reply.count);
  for (const { from, to } of ranges) isFlagged.fill(1, from, to);
  const confirmed = ofChecks.filter(({ start, end, confidence }) => {
    const words = findWordsWithin(reply, start, end);
    if (words.to === words.from) return true;
    const isLikely = confidence >= CERTAIN || computeMeanProbability(scored, words) >= MIN_PROBABILITY;
    return isLikely && !isFlagged.subarray(words.from, words.to).includes(1);
  });
  const isCertain = (confidence: number): boolean => confidence >= CERTAIN;
  const findings = [...ranges.map(toFinding), ...confirmed];
  // Nothing but values that are supported made the reply suspicious.
  const unflagged = isBelow ? scored.score : model.thresholds.reply / 2;
  const score = findings.length > 0 ? Math.max(scored.score, model.thresholds.reply) : unflagged;
  return {
    findings,
    suspected: suspectedRanges.map(toFinding),
    score: Math.max(score, ...ofChecks.map(({ confidence }) => confidence).filter(isCertain)),
  };
}

/** The words in the regions. */
function markWords(reply: ReplyWords, regions: readonly Region[]): Uint8Array {
  const isMarked = new Uint8Array(reply.count);
  for (const { start, end } of regions) {
    const { from, to } = findWordsWithin(reply, start, end);
    isMarked.fill(1, from, to);
  }
  return isMarked;
}

/** What is one mention is at fault as a whole: its likeliest word speaks for all of its words. */
function judgeAsWholes(score: ReplyScore, reply: ReplyWords, mentions: readonly Region[]): ReplyScore {
  const probabilities = score.probabilities.slice();
  for (const { start, end } of mentions) {
    const { from, to } = findWordsWithin(reply, start, end);
    probabilities.fill(Math.max(...probabilities.subarray(from, to)), from, to);
  }
  return { ...score, probabilities };
}

function computeMeanProbability({ probabilities }: ReplyScore, { from, to }: WordRange): number {
  let sum = 0;
  for (let word = from; word < to; word += 1) sum += probabilities[word] as number;
  return sum / (to - from);
}
