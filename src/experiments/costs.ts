/** US cents of model calls by what they bought. The parts are null where it is not known; else they add up to the total. */
export interface Costs {
  totalCents: number;
  /** Of new replies. */
  generationCents: number | null;
  /** Of verdicts, on original replies too. */
  judgingCents: number | null;
  /** Of calls without a usable reply: rejected by their reader, lost, or in flight. */
  wastedCents: number | null;
}

/** Sums over the records of tries. */
export interface CostSums {
  totalCents: number;
  generationCents: number;
  judgingCents: number;
  /** Records of earlier versions, of which only the total is known. */
  unsplitCount: number;
}

export const noCosts: CostSums = { totalCents: 0, generationCents: 0, judgingCents: 0, unsplitCount: 0 };

/** Larger than the rounding errors of a sum, smaller than the price of a token of the cheapest models. */
const TOLERANCE_CENTS = 1e-7;

/** Splits a total of which records of tries are known; earlier versions counted some without a record. */
export function splitCosts(totalCents: number, sums: CostSums): Costs {
  const isSplit = sums.unsplitCount === 0 && totalCents - sums.totalCents < TOLERANCE_CENTS;
  if (!isSplit) return { totalCents, generationCents: null, judgingCents: null, wastedCents: null };
  const [generationCents, judgingCents] = [rounded(sums.generationCents), rounded(sums.judgingCents)];
  const wastedCents = Math.max(0, rounded(sums.totalCents - generationCents - judgingCents));
  return {
    totalCents: generationCents + judgingCents + wastedCents,
    generationCents,
    judgingCents,
    wastedCents,
  };
}

/** Removes binary rounding errors. */
const rounded = (cents: number): number => Math.max(0, Math.round(cents * 1e9) / 1e9);
