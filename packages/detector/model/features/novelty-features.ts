import type { FeatureTable } from './feature-table';
import type { JudgedReply } from './judged-reply';

const EXACT = 1;
const SAME_STEM = 0.9;
const SAME_PREFIX = 0.7;
const SAME_WORD = 1;
const SAME_MEANING = 0.5;
/** Pairs of a word of the reply and one of the evidence that are compared for likeness; more would take seconds. */
const MAX_COMPARISONS = 4_000_000;

/** How far the evidence has each word: itself, its stem, its beginning, its number, or one like it. */
export function addNoveltyFeatures(features: FeatureTable, judgedReply: JudgedReply): void {
  const { reply, evidence, table, checks } = judgedReply;
  const support = features.add('support');
  const count = features.add('count');
  const stemUnits = features.add('stemUnits');
  const likeness = features.add('likeness');
  const numberKnown = features.add('numberKnown');
  const finding = features.add('finding');
  const novelIdf = features.add('novelIdf');
  const meaning = features.add('meaning');
  const likest = createLikeness(judgedReply);

  for (let i = 0; i < reply.count; i += 1) {
    const id = reply.ids[i] as number;
    const prefix = table.prefixOf(id);
    const units = evidence.unitsOf(table.stems[id] as number).length;
    const exact = evidence.counts[id] ?? 0;
    const number = reply.numbers[i] as string | null;
    likeness[i] = exact > 0 ? 1 : likest(id);
    support[i] = computeSupport(exact, units, prefix !== null && evidence.prefixes.has(prefix));
    meaning[i] = computeMeaning(judgedReply, table.stems[id] as number);
    finding[i] = checks[i]?.confidence ?? 0;
    count[i] = Math.log1p(exact);
    stemUnits[i] = Math.log1p(units);
    numberKnown[i] = number === null ? -1 : Number(evidence.numbers.has(number));
    novelIdf[i] = table.isContent[id] ? (1 - (support[i] as number)) * (table.idf[id] as number) : 0;
  }
}

function computeSupport(exact: number, units: number, isPrefixKnown: boolean): number {
  if (exact > 0) return EXACT;
  if (units > 0) return SAME_STEM;
  return isPrefixKnown ? SAME_PREFIX : 0;
}

function computeMeaning({ evidence, table }: JudgedReply, stem: number): number {
  if (evidence.unitsOf(stem).length > 0) return SAME_WORD;
  return table.relatedTo(stem).some((other) => evidence.unitsOf(other).length > 0) ? SAME_MEANING : 0;
}

/** Maximum likeness of a word to any content word of the evidence; -1 for one without a vector. */
function createLikeness({ reply, evidence, table }: JudgedReply): (id: number) => number {
  const wordCount = new Set(reply.ids).size;
  const maxRows = Math.ceil(MAX_COMPARISONS / Math.max(1, wordCount));
  const { vectors } = evidence;
  vectors.readWords();
  const rows = Math.min(maxRows, vectors.ofWords.count);
  const cache = new Map<number, number>();

  return (id) => {
    const cached = cache.get(id);
    if (cached !== undefined) return cached;
    const vector = table.vectorOf(id);
    let best = -1;
    if (vector !== null) {
      const dots = vectors.ofWords.dotsWith(vector, 1, rows);
      for (let row = 0; row < rows; row += 1) best = Math.max(best, dots[row] as number);
    }
    cache.set(id, best);
    return best;
  };
}
