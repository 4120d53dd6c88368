import type { Alignment } from '../../evidence/alignment';
import type { EvidenceUnit } from '../../evidence/evidence-units';
import type { WordRange } from '../../evidence/reply-words';
import { dot } from '../../vectors/float-arrays';
import type { FeatureTable } from './feature-table';
import type { JudgedReply } from './judged-reply';
import { countSigns } from './sign-counts';

const COLUMNS = [
  ...(['Weight', 'BestShare', 'CoveredShare', 'MissingShare', 'SecondShare', 'Cosine', 'InBest'] as const),
  ...(['MeantInBest', 'PlaceChange', 'LikenessInBest', 'Context', 'ContextRatio', 'UnitCover'] as const),
  ...(['NegationGap', 'HedgeGap', 'QuantifierGap', 'Opposite', 'Order', 'BestPlace', 'BestIsField'] as const),
] as const;
type AlignmentColumns = Record<(typeof COLUMNS)[number], Float32Array>;

/** A sentence or clause, how it fits the evidence, and the unit that fits it best. */
interface Fit {
  range: WordRange;
  alignment: Alignment;
  unit: EvidenceUnit | null;
  profile: UnitProfile | null;
  /** Weight of the range's content words, never 0. */
  total: number;
}

/** How well the sentence and the clause around each word fit the evidence, and whether the word is in what fits best. */
export function addAlignmentFeatures(features: FeatureTable, judgedReply: JudgedReply): void {
  const { reply, alignments } = judgedReply;
  addRanges(features.addGroup(COLUMNS, 'sentence'), judgedReply, reply.sentences, alignments.sentences);
  addRanges(features.addGroup(COLUMNS, 'clause'), judgedReply, reply.clauses, alignments.clauses);
}

function addRanges(
  columns: AlignmentColumns,
  judgedReply: JudgedReply,
  ranges: readonly WordRange[],
  alignments: readonly Alignment[],
): void {
  let previousPlace = 0;
  ranges.forEach((range, index) => {
    const alignment = alignments[index] as Alignment;
    const best = alignment.best[0];
    const unit = best === undefined ? null : (judgedReply.evidence.units[best.unit] as EvidenceUnit);
    const profile = unit === null ? null : buildProfile(judgedReply, unit);
    const fit = { range, alignment, unit, profile, total: Math.max(alignment.weight, 1e-6) };
    const place = best === undefined ? previousPlace : best.unit / judgedReply.evidence.units.length;
    columns.PlaceChange.fill(place - previousPlace, range.from, range.to);
    columns.BestPlace.fill(best === undefined ? -1 : place, range.from, range.to);
    previousPlace = place;
    fillRange(columns, judgedReply, fit);
    for (let word = range.from; word < range.to; word += 1) writeWord(columns, judgedReply, fit, word);
  });
}

/** What is the same for every word of the range. */
function fillRange(
  columns: AlignmentColumns,
  judgedReply: JudgedReply,
  { range, alignment, unit, profile, total }: Fit,
): void {
  const { reply, evidence, table } = judgedReply;
  const fill = (name: keyof AlignmentColumns, value: number): void => {
    columns[name].fill(value, range.from, range.to);
  };
  const score = alignment.best[0]?.score ?? 0;
  const replySigns = countSigns(reply.ids, range, table.words);
  const evidenceSigns = unit === null ? replySigns : countSigns(evidence.words, unit, table.words);
  fill('Weight', alignment.weight);
  fill('BestShare', score / total);
  fill('SecondShare', (alignment.best[1]?.score ?? 0) / total);
  fill('CoveredShare', alignment.covered / total);
  fill('MissingShare', alignment.missing / total);
  fill('Cosine', alignment.alike.cosine);
  fill('UnitCover', profile === null || profile.weight === 0 ? 0 : score / profile.weight);
  fill('NegationGap', replySigns.negations - evidenceSigns.negations);
  fill('HedgeGap', replySigns.hedges - evidenceSigns.hedges);
  fill('QuantifierGap', replySigns.quantifiers - evidenceSigns.quantifiers);
  fill('Order', profile === null ? -1 : computeOrder(judgedReply, range, profile));
  fill('BestIsField', Number(unit !== null && unit.field !== null));
}

function writeWord(
  columns: AlignmentColumns,
  judgedReply: JudgedReply,
  { alignment, unit, profile, total }: Fit,
  word: number,
): void {
  const { reply, evidence, table } = judgedReply;
  const id = reply.ids[word] as number;
  const stem = table.stems[id] as number;
  const idf = table.isContent[id] ? (table.idf[id] as number) : 0;
  const isInBest = profile?.stems.has(stem) === true;
  columns.InBest[word] = Number(isInBest);
  columns.MeantInBest[word] = Number(
    isInBest || table.relatedTo(stem).some((other) => profile?.stems.has(other)),
  );
  columns.LikenessInBest[word] = isInBest ? 1 : computeLikeness(judgedReply, id, unit);
  const fit = Math.max(0, findScore(alignment, evidence.unitsOf(stem)) - idf);
  const rest = total - idf;
  const best = alignment.best[0];
  columns.Context[word] = rest < 1e-3 ? 1 : fit / rest;
  columns.ContextRatio[word] = best === undefined ? 0 : Math.min(1, (fit + idf) / best.score);
  const opposites = table.lexicon.oppositesOf(table.rows[id] as number);
  columns.Opposite[word] = Number(opposites.some((row) => profile?.rows.has(row)));
}

/** The highest score of the units; common words are in one of the best units as a rule. */
function findScore({ best, scores }: Alignment, units: readonly number[]): number {
  const alignedUnit = best.find(({ unit }) => units.includes(unit));
  return alignedUnit?.score ?? units.reduce((highest, unit) => Math.max(highest, scores.get(unit) ?? 0), 0);
}

/** Maximum likeness to a content word of the unit; -1 without vectors. */
function computeLikeness({ evidence, table }: JudgedReply, id: number, unit: WordRange | null): number {
  const vector = table.isContent[id] ? table.vectorOf(id) : null;
  let best = -1;
  if (vector === null || unit === null) return best;
  for (let place = unit.from; place < unit.to; place += 1) {
    const other = evidence.words[place] as number;
    const otherVector = table.isContent[other] ? table.vectorOf(other) : null;
    if (otherVector !== null) best = Math.max(best, dot(vector, otherVector));
  }
  return best;
}

/**
 * Share of neighboring shared words that the unit has in the same order: 1 as in the unit, 0 all turned round, -1 for
 * fewer than two.
 */
function computeOrder({ reply, table }: JudgedReply, range: WordRange, { places }: UnitProfile): number {
  let previous = -1;
  let pairs = 0;
  let inOrder = 0;
  for (let i = range.from; i < range.to; i += 1) {
    const place = places.get(table.stems[reply.ids[i] as number] as number);
    if (place === undefined || place === previous) continue;
    if (previous >= 0) {
      pairs += 1;
      if (place > previous) inOrder += 1;
    }
    previous = place;
  }
  return pairs === 0 ? -1 : inOrder / pairs;
}

/** The words of a unit of evidence, by what they are compared by. */
interface UnitProfile {
  stems: Set<number>;
  /** Rows of the lexicon. */
  rows: Set<number>;
  /** First place of each stem of a content word. */
  places: Map<number, number>;
  /** Weight (idf) of the distinct content words. */
  weight: number;
}

/** What words the unit has. */
function buildProfile({ evidence, table }: JudgedReply, unit: EvidenceUnit): UnitProfile {
  const profile: UnitProfile = { stems: new Set(), rows: new Set(), places: new Map(), weight: 0 };
  for (let place = unit.from; place < unit.to; place += 1) {
    const id = evidence.words[place] as number;
    const stem = table.stems[id] as number;
    if (table.isContent[id]) {
      if (!profile.stems.has(stem)) profile.weight += table.idf[id] as number;
      if (!profile.places.has(stem)) profile.places.set(stem, place);
    }
    profile.stems.add(stem);
    profile.rows.add(table.rows[id] as number);
  }
  return profile;
}
