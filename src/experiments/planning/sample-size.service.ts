import { nextSlice } from '../../../packages/concurrency';
import {
  type EqualGroups,
  type PairedOutcomes,
  pairsFor,
  pairsForAnyLook,
  shareOfPairs,
  shareVariance,
} from '../../../packages/statistics';
import { withinTimeLimit } from '../../platform/mongo/time-limit';
import type { Experiment } from '../store/experiment';
import { listEndedExperiments } from '../store/experiment.repository';
import { countPairs } from '../store/pair.repository';
import { countSamples } from '../store/sample-counts.repository';
import { MAX_ITEMS } from '../store/samples';

/** The latest ended experiments that past discordance is computed from, and the items of each. */
const MAX_PAST_EXPERIMENTS = 20;
const MAX_PAST_ITEMS = 500;
/** With fewer pairs or conversations, the default is no worse a guess. */
const MIN_PAST_PAIRS = 30;
const DEFAULT_DISCORDANCE = 0.2;

export interface SampleSizeQuestion {
  minEffect: number;
  alpha: number;
  power: number;
  /** Replies to each conversation. */
  samplesPerItem: number;
}

/** How many conversations an effect needs; null if 10,000 are too few. */
export interface SampleSize extends SampleSizeQuestion {
  discordance: number;
  isDefault: boolean;
  pastExperiments: number;
  pastPairs: number;
  /** Of having an issue, among the replies to one conversation; null if past experiments do not show it. */
  withinConversation: number | null;
  conversations: number | null;
  conversationsWithOneSample: number | null;
  conversationsWithStopWhen: number | null;
}

export type SampleSizeService = ReturnType<typeof createSampleSizeService>;

export function createSampleSizeService({ queryTimeoutMs }: { queryTimeoutMs: number }) {
  return { findSampleSize };

  /**
   * Computes how many conversations an effect needs, from how often original and new replies differed before, and samples
   * of one conversation did.
   * @throws AppError query_timeout
   */
  async function findSampleSize(
    workspaceId: string,
    question: SampleSizeQuestion,
    signal: AbortSignal,
  ): Promise<SampleSize> {
    const { minEffect, samplesPerItem, ...test } = question;
    const experiments = await listEndedExperiments(workspaceId, MAX_PAST_EXPERIMENTS);
    const past: PairedOutcomes = { pairs: 0, onlyInFirst: 0, onlyInSecond: 0 };
    for (const { id } of experiments) {
      const outcomes = await countPairs({ id, workspaceId }, MAX_PAST_ITEMS);
      past.pairs += outcomes.pairs;
      past.onlyInFirst += outcomes.onlyInFirst;
      past.onlyInSecond += outcomes.onlyInSecond;
    }
    const isDefault = past.pairs < MIN_PAST_PAIRS;
    const observed = isDefault ? DEFAULT_DISCORDANCE : (past.onlyInFirst + past.onlyInSecond) / past.pairs;
    // An effect of this size needs at least as many pairs that differ.
    const discordance = Math.max(observed, minEffect);
    const effect = { difference: minEffect, discordance };
    const withinConversation = await findPastVariance(workspaceId, experiments, queryTimeoutMs, signal);
    const conversationsWithOneSample = pairsFor(effect, test);
    await nextSlice();
    const conversationsWithStopWhen = samplesPerItem === 1 ? pairsForAnyLook(effect, test) : null;
    // Without past samples, further ones are assumed to save nothing.
    const sampling = { samples: samplesPerItem, within: withinConversation ?? 0 };
    const conversations =
      conversationsWithOneSample &&
      Math.ceil(conversationsWithOneSample * shareOfPairs(effect, test, sampling));
    return {
      ...question,
      discordance,
      isDefault,
      pastExperiments: experiments.length,
      pastPairs: past.pairs,
      withinConversation,
      conversations: Number(conversations) * samplesPerItem > MAX_ITEMS ? null : conversations,
      conversationsWithOneSample,
      conversationsWithStopWhen,
    };
  }
}

async function findPastVariance(
  workspaceId: string,
  experiments: readonly Pick<Experiment, 'id' | 'samplesPerItem'>[],
  queryTimeoutMs: number,
  signal: AbortSignal,
): Promise<number | null> {
  const sampled = experiments.filter(({ samplesPerItem }) => samplesPerItem > 1);
  const countedGroups = await withinTimeLimit(queryTimeoutMs, signal, async (limit) => {
    const groups: EqualGroups[] = [];
    for (const { id } of sampled)
      groups.push(...(await countSamples({ id, workspaceId }, { maxItems: MAX_PAST_ITEMS, limit })));
    return groups.filter(({ count }) => count > 1);
  });
  const conversations = countedGroups.reduce((sum, { groups }) => sum + groups, 0);
  return conversations < MIN_PAST_PAIRS ? null : (shareVariance(countedGroups)?.within ?? null);
}
