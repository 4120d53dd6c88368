import { anytimeResult } from '../../statistics/anytime-valid';
import { mcNemarPValue } from '../../statistics/mcnemar';
import type { PairedOutcomes } from '../../statistics/paired-outcomes';
import { CONFIDENCE } from '../../statistics/percentile-interval';
import { type Interval, scoreInterval } from '../../statistics/score-interval';

export interface PairedTest {
  /** Null if read early: a p-value is valid for a single look only. */
  pValue: number | null;
  /** Evidence against equal rates that is valid at any look; null unless read early. */
  eValue: number | null;
  /** Of the difference of the rates, second minus first, at 95%. */
  interval: Interval;
}

/**
 * Tests whether a yes is as frequent in the second outcomes as in the first. Read early, while a side is running or
 * after its decision has ended it, the result is valid after any number of looks. Otherwise it is the exact McNemar
 * test with Tango's score interval.
 */
export function testPairedOutcomes(outcomes: PairedOutcomes, isEarly: boolean): PairedTest {
  if (isEarly) return { pValue: null, ...anytimeResult(outcomes, 1 - CONFIDENCE) };
  return {
    pValue: mcNemarPValue(outcomes.onlyInFirst, outcomes.onlyInSecond),
    eValue: null,
    interval: scoreInterval(outcomes),
  };
}
