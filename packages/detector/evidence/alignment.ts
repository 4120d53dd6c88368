import { findFirst } from '../text/regions';
import type { UnitIndex } from './evidence-units';
import { computeMeanVector } from './evidence-vectors';
import type { ReplyWords, WordRange } from './reply-words';
import type { WordTable } from './word-table';

/** How well a sentence or clause of the reply fits units of the evidence. */
export interface Alignment {
  /** Weight (idf) of the distinct content words. */
  weight: number;
  /** Units by the weight of shared stems, best first, at most three. */
  best: { unit: number; score: number }[];
  /** Weight of stems that any of the best units has. */
  covered: number;
  /** Weight of stems that no evidence has. */
  missing: number;
  /** The unit most alike by the mean of word vectors, and its cosine; -1 without vectors. */
  alike: { unit: number; cosine: number };
  /** Score of every unit that shares a stem. */
  scores: Map<number, number>;
}

const MAX_BEST = 3;
/** Pairs of a range of the reply and a unit whose vectors are compared; more would take seconds. */
const MAX_COMPARISONS = 300_000;

/** Aligns ranges of the reply with the evidence. */
export class Aligner {
  private comparedRows: number | null = null;

  constructor(
    private readonly reply: ReplyWords,
    private readonly evidence: UnitIndex,
    private readonly table: WordTable,
  ) {}

  align({ from, to }: WordRange): Alignment {
    const { evidence, table } = this;
    const scores = new Map<number, number>();
    const stems = new Map<number, number>();
    for (let i = from; i < to; i += 1) {
      const id = this.reply.ids[i] as number;
      if (table.isContent[id]) stems.set(table.stems[id] as number, table.idf[id] as number);
    }
    let weight = 0;
    let missing = 0;
    for (const [stem, idf] of stems) {
      const units = evidence.unitsOf(stem);
      weight += idf;
      if (units.length === 0) missing += idf;
      for (const unit of units) scores.set(unit, (scores.get(unit) ?? 0) + idf);
    }
    const best = listBest(scores);
    let covered = 0;
    for (const [stem, idf] of stems) {
      const units = evidence.unitsOf(stem);
      if (best.some(({ unit }) => units.includes(unit))) covered += idf;
    }
    return { weight, best, covered, missing, alike: this.alikeTo(from, to), scores };
  }

  private alikeTo(from: number, to: number): Alignment['alike'] {
    const { reply, evidence } = this;
    const vector = computeMeanVector(reply.ids, from, to, this.table);
    const alike = { unit: -1, cosine: -1 };
    if (vector === null) return alike;
    const { vectors } = evidence;
    this.comparedRows ??= this.countCompared();
    const rows = this.comparedRows;
    const cosines = vectors.ofUnits.dotsWith(vector, 1, rows);
    for (let row = 0; row < rows; row += 1) {
      const cosine = cosines[row] as number;
      if (cosine > alike.cosine) {
        alike.unit = vectors.unitOfRow[row] as number;
        alike.cosine = cosine;
      }
    }
    return alike;
  }

  /** How many of the units that have a mean vector are compared. */
  private countCompared(): number {
    const { evidence, reply } = this;
    const maxUnits = Math.ceil(MAX_COMPARISONS / (reply.sentences.length + reply.clauses.length));
    const units = Math.min(maxUnits, evidence.units.length);
    evidence.vectors.readUnits(units);
    const { unitOfRow } = evidence.vectors;
    return findFirst(unitOfRow.length, (row) => (unitOfRow[row] as number) >= units);
  }
}

function listBest(scores: Map<number, number>): Alignment['best'] {
  const best: Alignment['best'] = [];
  for (const [unit, score] of scores) {
    if (best.length === MAX_BEST && score <= (best[MAX_BEST - 1]?.score ?? 0)) continue;
    best.push({ unit, score });
    best.sort((a, b) => b.score - a.score || a.unit - b.unit);
    best.length = Math.min(best.length, MAX_BEST);
  }
  return best;
}
