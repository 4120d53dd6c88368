import { confidenceSequence } from '../../statistics/anytime-valid';
import { mcNemarPValue } from '../../statistics/mcnemar';
import type { PairedOutcomes } from '../../statistics/paired-outcomes';
import { CONFIDENCE } from '../../statistics/percentile-interval';
import { type Interval, scoreInterval } from '../../statistics/score-interval';

export interface PairedTest {
  /** Null while a side is running: a p-value is valid for a single look only. */
  pValue: number | null;
  /** Of the difference of the rates, second minus first, at 95%. */
  interval: Interval;
}

/**
 * Tests whether a yes is as frequent in the second outcomes as in the first. While a side is running the result is
 * valid after any number of looks; afterwards it is the exact McNemar test with Tango's score interval.
 */
export function testPairedOutcomes(outcomes: PairedOutcomes, isRunning: boolean): PairedTest {
  if (isRunning) return { pValue: null, interval: confidenceSequence(outcomes, 1 - CONFIDENCE) };
  return {
    pValue: mcNemarPValue(outcomes.onlyInFirst, outcomes.onlyInSecond),
    interval: scoreInterval(outcomes),
  };
}
