/** Outcomes, and how many of them are a yes. */
export interface OutcomeCount {
  outcomes: number;
  yes: number;
}

/** The same of two samples. */
type CountPair = readonly [first: OutcomeCount, second: OutcomeCount];

/** What a part of a whole adds to the difference of two rates. */
export interface RateContribution {
  /** By its rate: that of the second sample minus that of the first, times the weight. */
  within: number;
  /** Between its two shares. */
  weight: number;
  /** By its share. */
  mix: number;
  /** The rate of the part minus that of the whole, by which a moving share counts. */
  distance: number;
}

/**
 * Divides the difference of two rates, the second minus the first, by the parts of a whole: Kitagawa, Journal of the
 * American Statistical Association 50 (1955) 1168-1194. The contributions of disjoint parts that make up the whole add up
 * to it. The rates of both samples are pooled and not averaged (Neumark, Journal of Human Resources 23 (1988) 279-295):
 * the rate of a few outcomes is not known. A part that is empty in one sample contributes by its share alone.
 */
export function rateContribution(part: CountPair, whole: CountPair): RateContribution {
  const shares = part.map(({ outcomes }, index) => outcomes / (whole[index] as OutcomeCount).outcomes);
  const [first, second] = shares as [number, number];
  const ofFirst = part[0].outcomes / (part[0].outcomes + part[1].outcomes);
  const weight = first * (1 - ofFirst) + second * ofFirst;
  const distance = pooledRate(part) - pooledRate(whole);
  return {
    within: weight === 0 ? 0 : weight * (part[1].yes / part[1].outcomes - part[0].yes / part[0].outcomes),
    weight,
    mix: (second - first) * distance,
    distance,
  };
}

function pooledRate([first, second]: CountPair): number {
  return (first.yes + second.yes) / (first.outcomes + second.outcomes);
}
