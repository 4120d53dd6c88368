import { type Sentence, scanSentences } from '../base/sentences';
import type { Evidence } from '../evidence/evidence';
import { hasNegation } from '../gazetteers/modifiers';
import type { Region } from '../text/regions';
import { isYearLike, type NumberedText, readNumbers } from '../values/numbers';
import { isSameUnit, type MeasuredNumber, measureNumbers } from '../values/quantities';
import { scanChanges } from '../values/ratios';
import { listContentStems } from '../values/typed-values';
import { checkConfidence, type Finding, quote } from './finding';

const RISE =
  'rose|risen|rises?|rising|grew|grown|grows?|growing|growth|increas(?:ed?|es|ing)|climb(?:ed|s|ing)?|went\\sup';
const FALL =
  'fell|fallen|falls?|falling|dropped|drops?|dropping|declin(?:ed?|es|ing)|decreas(?:ed?|es|ing)|shrank|shrunk|went\\sdown|reduc(?:ed?|tion)';
const VERB_BEFORE = new RegExp(
  `\\b(?:(?<rise>${RISE})|(?:${FALL}))\\s(?:again\\s|sharply\\s|slightly\\s)?from\\s[^\\d]{0,12}$`,
  'i',
);
const VERB_BY = new RegExp(`\\b(?:(?<rise>${RISE})|(?:${FALL}))\\sby\\s[^\\d]{0,12}$`, 'i');
const COMPARED =
  /\b(?:(?<rise>higher|larger|greater|bigger)|lower|smaller)\sin\s(?<first>(?:19|20)\d\d)\sthan\s(?:in\s)?(?<second>(?:19|20)\d\d)\b/gi;
/** What is better when it is smaller, or may be below zero. */
const IS_RANK =
  /\b(?:rank\p{L}{0,4}|place|position|number|no\.|spot|seed|\d(?:st|nd|rd|th))|#|[-−–]\s?[\p{Sc}]?\d|\bminus\b/iu;
const IN_YEAR = /^\s?(?:\p{L}{1,10}\s)?in\s((?:19|20)\d\d)\b/u;
const MAX_BEFORE = 40;
const MAX_FINDINGS = 20;

/**
 * Words that say that an amount rose where it fell, by the amounts next to them, or by those of two years in a sentence of
 * the evidence on the same subject.
 */
export function checkDirections(reply: NumberedText, evidence: Evidence): Finding[] {
  return [...checkOwnAmounts(reply, evidence), ...checkYears(reply, evidence)].slice(0, MAX_FINDINGS);
}

/** "fell from 40 to 50" */
function checkOwnAmounts(reply: NumberedText, evidence: Evidence): Finding[] {
  const { text } = reply;
  return scanChanges(reply).flatMap(({ start, end, from, to }): Finding[] => {
    const before = text.slice(Math.max(0, start - MAX_BEFORE), start);
    const verb = VERB_BEFORE.exec(before);
    if (verb === null || hasNegation(before.slice(0, verb.index))) return [];
    const region = { start: start - before.length + verb.index, end };
    const literal = text.slice(region.start, end + 12);
    const amounts = measureNumbers({
      text,
      mentions: reply.mentions.filter((one) => one.start >= start && one.end <= end),
    });
    const [first, second] = amounts;
    if (first === undefined || second === undefined || IS_RANK.test(literal)) return [];
    if (!isSameUnit(first, second)) return [];
    if (from === to || to > from === (verb.groups?.rise !== undefined)) return [];
    if (evidence.text.includes(text.slice(region.start, end))) return [];
    const explanation = `From ${quote(text.slice(first.start, first.end))} to ${quote(text.slice(second.start, second.end))} is a ${to > from ? 'rise' : 'fall'}.`;
    return [toFinding(region, explanation, [])];
  });
}

/** "lower in 2023 than in 2022", "dropped by $10 million" */
function checkYears(reply: NumberedText, evidence: Evidence): Finding[] {
  const { text } = reply;
  const compared = [...text.matchAll(COMPARED)].map(({ 0: literal, index, groups }) => ({
    region: { start: index, end: index + literal.length },
    isRise: groups?.rise !== undefined,
    years: [Number(groups?.second), Number(groups?.first)] as const,
    amount: null,
  }));
  const changed = (/\sby\s/.test(text) ? measureNumbers(reply) : []).flatMap((amount) => {
    const before = text.slice(Math.max(0, amount.start - MAX_BEFORE), amount.end);
    const verb = VERB_BY.exec(before.slice(0, before.length - (amount.end - amount.start)));
    if (verb === null || amount.quantity === 'percent') return [];
    const start = amount.end - before.length + verb.index;
    return [
      { region: { start, end: amount.end }, isRise: verb.groups?.rise !== undefined, years: null, amount },
    ];
  });
  const claims = [...compared, ...changed].slice(0, MAX_FINDINGS);
  if (claims.length === 0) return [];
  const [sentences, evidenceSentences] = [scanSentences(text), scanSentences(evidence.text)];
  return claims.flatMap(({ region, isRise, years, amount }): Finding[] => {
    const sentence = sentences.find(({ end }) => end > region.start);
    if (sentence === undefined) return [];
    const before = text.slice(sentence.start, region.start);
    const subject = listContentStems(before);
    if (subject.length === 0 || hasNegation(before)) return [];
    const series = evidenceSentences
      .filter((one) => hasWords(one, subject))
      .map((one) => ({ one, amounts: listYearly(one.text) }))
      .filter(({ amounts }) => amounts.length === 2);
    const [match, ...more] = series;
    if (match === undefined || more.length > 0) return [];
    const [early, late] = match.amounts.toSorted((a, b) => a.year - b.year) as [Yearly, Yearly];
    const difference = late.value - early.value;
    const isOfYears = years === null || [early.year, late.year].every((year) => years.includes(year));
    const isOfAmount =
      amount === null ||
      amount.values.some((value) => Math.abs(value - Math.abs(difference)) <= amount.precision / 2);
    const isLateFirst = years === null || years[1] === late.year;
    if (!isOfYears || !isOfAmount || difference === 0 || difference > 0 === (isRise === isLateFirst))
      return [];
    return [toFinding(region, `The evidence says: ${quote(match.one.text)}.`, [match.one])];
  });
}

/** An amount of a year. */
interface Yearly {
  year: number;
  value: number;
}

/** The amounts in one unit that a sentence gives for years. */
function listYearly(sentence: string): Yearly[] {
  const amounts: (Yearly & { measured: MeasuredNumber })[] = measureNumbers(readNumbers(sentence)).flatMap(
    (measured) => {
      const [, year] = IN_YEAR.exec(sentence.slice(measured.end)) ?? [];
      const [value = 0] = measured.values;
      return year === undefined || (measured.quantity === null && isYearLike(value))
        ? []
        : [{ year: Number(year), value, measured }];
    },
  );
  const [first] = amounts;
  const isOne = first !== undefined && amounts.every(({ measured }) => isSameUnit(measured, first.measured));
  return isOne && new Set(amounts.map(({ year }) => year)).size === amounts.length ? amounts : [];
}

function hasWords({ text }: Sentence, words: readonly string[]): boolean {
  const stems = new Set(listContentStems(text));
  return words.every((word) => stems.has(word));
}

const toFinding = ({ start, end }: Region, explanation: string, evidence: readonly Region[]): Finding => ({
  ...{ start, end, kind: 'reasoning_error', explanation, evidence },
  confidence: checkConfidence.formula,
});
