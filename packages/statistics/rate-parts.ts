/** A part of a whole in one of two samples: its share, and its rate, null if it is empty there. */
export interface RatePart {
  share: number;
  rate: number | null;
}

/**
 * The difference of two rates, the second minus the first, is divided by the parts of a whole: Kitagawa, Journal of the
 * American Statistical Association 50 (1955) 1168-1194. Both contributions of all disjoint parts add up to it. This one is
 * that of a rate that changes within a part; none if the part is empty in one sample.
 */
export function withinContribution(first: RatePart, second: RatePart): number {
  const { before, after } = ratesOf(first, second);
  return ((first.share + second.share) / 2) * (after - before);
}

/** The contribution of a share that changes, for a part whose rate differs from `meanRate`, that of the two wholes. */
export function mixContribution(first: RatePart, second: RatePart, meanRate: number): number {
  const { before, after } = ratesOf(first, second);
  return (second.share - first.share) * ((before + after) / 2 - meanRate);
}

function ratesOf(first: RatePart, second: RatePart): { before: number; after: number } {
  return { before: first.rate ?? second.rate ?? 0, after: second.rate ?? first.rate ?? 0 };
}
