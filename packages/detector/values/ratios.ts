import { createScan, type Region, type WrittenRegion } from '../text/regions';
import { isYearLike, type NumberedText, type NumberMention } from './numbers';

/** A change by a factor that is said in words: "doubled", "fell by half". */
export interface RatioMention extends WrittenRegion {
  ratio: number;
}

/** "from 40 to 50": a change of an amount. */
export interface ChangeMention extends Region {
  from: number;
  to: number;
}

const FACTORS: Record<string, number> = { doubl: 2, tripl: 3, trebl: 3, quadrupl: 4, quintupl: 5, halv: 0.5 };
const SHARES: Record<string, number> = { half: 0.5, third: 1 / 3, quarter: 0.25 };
const RATIO =
  /\b(?:(doubl|tripl|trebl|quadrupl|quintupl|halv)(?:ed|ing)|(?<verb>fell|fall|falls|fallen|dropped|declined|decreased|shrank|rose|risen|rises|grew|grown|increased|climbed|cut|reduced)\sby\s(?:a\s|one\s)?(?<share>half|third|quarter))\b/gi;
const RISES = /^(?:rose|risen|rises|grew|grown|increased|climbed)$/i;
const HEDGE =
  /\b(?:nearly|almost|about|around|roughly|approximately|more than|over|less than|close to)\s(?:\p{L}{1,9}\s)?$/iu;
const NEGATED = /(?:\b(?:not|never)|n['’]t)\s(?:\p{L}{1,9}\s){0,2}$/iu;
const MAX_HEDGE_LENGTH = 28;
/** What a rounded ratio may be off by, as a share; with "nearly" or "more than" in front. */
const TOLERANCE = 0.08;
const HEDGED_TOLERANCE = 0.3;

const scanWords = createScan(RATIO);

/** The ratios that verbs of a text say; what is denied says none. */
export function scanRatios(text: string): RatioMention[] {
  return scanWords(text, 0)
    .filter(({ start }) => !NEGATED.test(text.slice(Math.max(0, start - MAX_HEDGE_LENGTH), start)))
    .map((mention) => ({ ...mention, ratio: readRatio(mention.text) }));
}

function readRatio(literal: string): number {
  const lower = literal.toLowerCase();
  const stem = Object.keys(FACTORS).find((start) => lower.startsWith(start));
  if (stem !== undefined) return FACTORS[stem] as number;
  const [verb = '', ...rest] = lower.split(/\s+/);
  const share = SHARES[rest.at(-1) as string] as number;
  return RISES.test(verb) ? 1 + share : 1 - share;
}

/** Whether an amount changed as the words say, which may say it roughly. */
export function isRatioOf(
  text: string,
  { start, ratio }: RatioMention,
  { from, to }: ChangeMention,
): boolean {
  const isHedged = HEDGE.test(text.slice(Math.max(0, start - MAX_HEDGE_LENGTH), start));
  const tolerance = isHedged ? HEDGED_TOLERANCE : TOLERANCE;
  return Math.abs(to / from / ratio - 1) <= tolerance;
}

const BEFORE_FROM = /\bfrom\s(?:\p{L}{1,6}\s)?\p{Lu}{0,3}\p{Sc}?\s?$/u;
const BETWEEN = /^\s?(?:[\p{L}%°]{1,14}\s){0,2}to\s(?:\p{L}{1,6}\s)?\p{Lu}{0,3}\p{Sc}?\s?$/u;
const MAX_BEFORE_LENGTH = 20;

/** The changes of amounts in a text whose numbers are `mentions`, in order. Between two years nothing changes. */
export function scanChanges({ text, mentions }: NumberedText): ChangeMention[] {
  const inOrder = mentions.toSorted((a, b) => a.start - b.start);
  return inOrder.flatMap((mention, index): ChangeMention[] => {
    const next = inOrder[index + 1];
    if (next === undefined || next.start - mention.end > MAX_GAP_LENGTH) return [];
    const before = text.slice(Math.max(0, mention.start - MAX_BEFORE_LENGTH), mention.start);
    if (!BEFORE_FROM.test(before) || !BETWEEN.test(text.slice(mention.end, next.start))) return [];
    const [from, to] = [readValue(mention), readValue(next)];
    if (from === 0 || (isYearLike(from) && isYearLike(to))) return [];
    return [{ start: mention.start, end: next.end, from, to }];
  });
}

const MAX_GAP_LENGTH = 40;
const readValue = ({ values }: NumberMention): number => values[0] as number;
