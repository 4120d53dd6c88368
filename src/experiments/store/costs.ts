/**
 * US cents of model calls by what they bought. The parts add up to the total. A part is null if the price of one of its
 * calls is unknown, and so is the total.
 */
export interface Costs {
  totalCents: number | null;
  /** Of new replies. */
  generationCents: number | null;
  /** Of verdicts, on original replies too. */
  judgingCents: number | null;
  /** Of calls without a usable reply: rejected by their reader, lost, or in flight. */
  wastedCents: number | null;
}

/** Sums over the records of tries: cents of the calls of known price, and numbers of the others. */
export interface CostSums {
  totalCents: number;
  generationCents: number;
  judgingCents: number;
  unpricedGenerations: number;
  unpricedJudgments: number;
  unpricedWasted: number;
}

const noCosts: CostSums = {
  totalCents: 0,
  generationCents: 0,
  judgingCents: 0,
  unpricedGenerations: 0,
  unpricedJudgments: 0,
  unpricedWasted: 0,
};

/** Splits the sums over records of tries, by default over none. */
export function splitCosts(sums: CostSums = noCosts): Costs {
  const known = splitKnownCosts(sums);
  const isPriced = sums.unpricedGenerations + sums.unpricedJudgments + sums.unpricedWasted === 0;
  return {
    totalCents: isPriced ? knownCentsOf(sums) : null,
    generationCents: sums.unpricedGenerations === 0 ? known.generationCents : null,
    judgingCents: sums.unpricedJudgments === 0 ? known.judgingCents : null,
    wastedCents: sums.unpricedWasted === 0 ? known.wastedCents : null,
  };
}

/** US cents of the calls whose price is known. */
export function knownCentsOf(sums: CostSums = noCosts): number {
  const { generationCents, judgingCents, wastedCents } = splitKnownCosts(sums);
  return generationCents + judgingCents + wastedCents;
}

function splitKnownCosts(sums: CostSums) {
  const [generationCents, judgingCents] = [rounded(sums.generationCents), rounded(sums.judgingCents)];
  const wastedCents = rounded(sums.totalCents - generationCents - judgingCents);
  return { generationCents, judgingCents, wastedCents };
}

/** Removes binary rounding errors. */
const rounded = (cents: number): number => Math.max(0, Math.round(cents * 1e9) / 1e9);
