/** US cents of model calls by what they bought. The parts add up to the total. */
export interface Costs {
  totalCents: number;
  /** Of new replies. */
  generationCents: number;
  /** Of verdicts, on original replies too. */
  judgingCents: number;
  /** Of calls without a usable reply: rejected by their reader, lost, or in flight. */
  wastedCents: number;
}

/** Sums over the records of tries. */
export interface CostSums {
  totalCents: number;
  generationCents: number;
  judgingCents: number;
}

const noCosts: CostSums = { totalCents: 0, generationCents: 0, judgingCents: 0 };

/** Splits the sums over records of tries, by default over none. */
export function splitCosts(sums: CostSums = noCosts): Costs {
  const [generationCents, judgingCents] = [rounded(sums.generationCents), rounded(sums.judgingCents)];
  const wastedCents = rounded(sums.totalCents - generationCents - judgingCents);
  return {
    totalCents: generationCents + judgingCents + wastedCents,
    generationCents,
    judgingCents,
    wastedCents,
  };
}

/** Removes binary rounding errors. */
const rounded = (cents: number): number => Math.max(0, Math.round(cents * 1e9) / 1e9);
