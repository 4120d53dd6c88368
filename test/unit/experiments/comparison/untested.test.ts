import { seededRandom } from '../../../../packages/statistics';
import type { MeasuredPair } from '../../../../src/experiments/comparison/measured-pair';
import { comparePairs, type MetricComparison } from '../../../../src/experiments/comparison/paired-metrics';
import {
  untestedWithEachOther,
  untestedWithOriginals,
} from '../../../../src/experiments/comparison/untested';
import type { CountedReply } from '../../../../src/experiments/store/compared-item.repository';

const CONVERSATIONS = 80;
const ROUNDS = 100;
const chosen = { chosenBy: 'outcome', isPassThrough: false } as const;

const replyWith = (hasIssue: boolean): CountedReply => ({
  messageId: 'message',
  evaluationId: 'evaluation',
  inputTokens: null,
  outputTokens: null,
  latencyMs: null,
  costUsd: null,
  lengthChars: 10,
  hasNoVerdict: false,
  isNotJudgeable: false,
  issueCount: Number(hasIssue),
  labels: [],
});

/** Conversations that each fail at their rate, chosen because their stored reply failed, with two reruns of the same model. */
function* failedConversations(random: () => number) {
  for (let chosenCount = 0; chosenCount < CONVERSATIONS; ) {
    const rate = random();
    const fails = () => replyWith(random() < rate);
    const original = fails();
    if (original.issueCount === 0) continue;
    chosenCount += 1;
    yield { original, rerun: fails(), freshBaseline: fails() };
  }
}

const pairOf = (reply: CountedReply, baseline: CountedReply): MeasuredPair => ({
  reply: [reply],
  baseline: [baseline],
  isLate: false,
});

/** Without a test if the seed is null. */
async function compareRates(pairs: MeasuredPair[], seed: string | null): Promise<MetricComparison> {
  const resampling = seed === null ? null : { seed, isReversed: false };
  const [rate] = await comparePairs(pairs, { resampling, isEarly: false });
  return rate as MetricComparison;
}

const shows = ({ pValue }: Pick<MetricComparison, 'pValue'>) => pValue !== null && pValue < 0.05;

describe('conversations that were chosen because they failed', () => {
  it('show a difference for a rerun without a change, which is not tested, and none against a fresh baseline', async () => {
    const counts = { withOriginals: 0, reported: 0, withFreshBaseline: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const conversations = [...failedConversations(seededRandom(`round ${round}`))];
      const seed = String(round);
      const pairsWithOriginals = conversations.map(({ original, rerun }) => pairOf(rerun, original));
      const withOriginals = await compareRates(pairsWithOriginals, seed);
      const isTested = untestedWithOriginals(chosen) === null;
      const reported = await compareRates(pairsWithOriginals, isTested ? seed : null);
      const withFreshBaseline = await compareRates(
        conversations.map(({ rerun, freshBaseline }) => pairOf(rerun, freshBaseline)),
        seed,
      );
      if (shows(withOriginals)) counts.withOriginals += 1;
      if (shows(reported)) counts.reported += 1;
      if (shows(withFreshBaseline)) counts.withFreshBaseline += 1;
    }

    expect(counts.withOriginals).toBeGreaterThan(0.95 * ROUNDS);
    expect(counts.reported).toBe(0);
    expect(counts.withFreshBaseline).toBeLessThanOrEqual(0.05 * ROUNDS);
  });
});

describe('comparePairs without resampling', () => {
  it.each([false, true])(
    'leaves the differences, and neither p-value, e-value nor interval, read early: %s',
    async (isEarly) => {
      const pairs = [pairOf(replyWith(false), replyWith(true))];
      const tested = await comparePairs(pairs, { resampling: { seed: 'seed', isReversed: false }, isEarly });

      expect(await comparePairs(pairs, { resampling: null, isEarly })).toEqual(
        tested.map((metric) => ({
          ...metric,
          pValue: null,
          eValue: null,
          intervalLow: null,
          intervalHigh: null,
        })),
      );
    },
  );
});

describe('a comparison is not tested', () => {
  const named = { chosenBy: 'named', isPassThrough: false } as const;
  const originals = { ...named, isPassThrough: true };

  it('with original replies that were chosen by their outcome', () => {
    expect(untestedWithOriginals(chosen)).toBe('chosen_by_outcome');
    expect(untestedWithOriginals(named)).toBeNull();
  });

  it('with an experiment that passes them through, in both directions', () => {
    expect(untestedWithEachOther(chosen, originals)).toBe('chosen_by_outcome');
    expect(untestedWithEachOther(originals, chosen)).toBe('chosen_by_outcome');
    expect(untestedWithEachOther(named, originals)).toBeNull();
    expect(untestedWithEachOther(chosen, named)).toBeNull();
    expect(untestedWithEachOther(originals, { ...chosen, isPassThrough: true })).toBeNull();
  });
});
