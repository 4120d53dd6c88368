/** Null if the denominator is 0. */
export interface Rates {
  precision: number | null;
  recall: number | null;
  f1: number | null;
}

export interface Counts {
  /** Number flagged, and how many of these are correct. */
  predicted: number;
  right: number;
  /** Number of known errors, and how many of these are flagged. */
  gold: number;
  found: number;
}

/** Precision, recall and their harmonic mean: van Rijsbergen, "Information Retrieval" (1979), chapter 7. */
export function ratesOf({ predicted, right, gold, found }: Counts): Rates {
  const precision = ratio(right, predicted);
  const recall = ratio(found, gold);
  return { precision, recall, f1: harmonicMean(precision, recall) };
}

export function ratio(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}

/** 0 if nothing is found although there are errors, and if something is flagged although there are none. */
function harmonicMean(precision: number | null, recall: number | null): number | null {
  if (precision === null && recall === null) return null;
  const sum = (precision ?? 0) + (recall ?? 0);
  return sum > 0 ? (2 * (precision ?? 0) * (recall ?? 0)) / sum : 0;
}
