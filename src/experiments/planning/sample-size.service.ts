import { nextSlice } from '../../platform/concurrency/work-slices';
import { pairsFor, pairsForAnyLook } from '../../statistics/mcnemar-power';
import type { PairedOutcomes } from '../../statistics/paired-outcomes';
import { listEndedExperimentIds } from '../experiment.repository';
import { countPairs } from '../pair.repository';

/** The latest ended experiments that past discordance is computed from, and the items of each. */
const MAX_PAST_EXPERIMENTS = 20;
const MAX_PAST_ITEMS = 500;
/** With fewer pairs, the default is no worse a guess. */
const MIN_PAST_PAIRS = 30;
const DEFAULT_DISCORDANCE = 0.2;

export interface SampleSizeQuestion {
  minEffect: number;
  alpha: number;
  power: number;
}

/** How many conversations an effect needs; null if 10,000 are too few. */
export interface SampleSize extends SampleSizeQuestion {
  discordance: number;
  isDefault: boolean;
  pastExperiments: number;
  pastPairs: number;
  conversations: number | null;
  conversationsWithStopWhen: number | null;
}

export type SampleSizeService = ReturnType<typeof createSampleSizeService>;

export function createSampleSizeService() {
  return { findSampleSize };

  /** Computes how many conversations an effect needs, from how often original and new replies differed before. */
  async function findSampleSize(workspaceId: string, question: SampleSizeQuestion): Promise<SampleSize> {
    const { minEffect, ...test } = question;
    const ids = await listEndedExperimentIds(workspaceId, MAX_PAST_EXPERIMENTS);
    const past: PairedOutcomes = { pairs: 0, onlyInFirst: 0, onlyInSecond: 0 };
    for (const id of ids) {
      const found = await countPairs({ id, workspaceId }, MAX_PAST_ITEMS);
      past.pairs += found.pairs;
      past.onlyInFirst += found.onlyInFirst;
      past.onlyInSecond += found.onlyInSecond;
    }
    const isDefault = past.pairs < MIN_PAST_PAIRS;
    const observed = isDefault ? DEFAULT_DISCORDANCE : (past.onlyInFirst + past.onlyInSecond) / past.pairs;
    // An effect of this size needs at least as many pairs that differ.
    const discordance = Math.max(observed, minEffect);
    const effect = { difference: minEffect, discordance };
    const conversations = pairsFor(effect, test);
    await nextSlice();
    const conversationsWithStopWhen = pairsForAnyLook(effect, test);
    return {
      ...question,
      discordance,
      isDefault,
      pastExperiments: ids.length,
      pastPairs: past.pairs,
      conversations,
      conversationsWithStopWhen,
    };
  }
}
