import { pairsFor, seededRandom, shareOfPairs } from '../../../../packages/statistics';
import { testPairedShares, type YesCounts } from '../../../../src/experiments/comparison/paired-test';

const test = { alpha: 0.05, power: 0.8 };

describe('shareOfPairs', () => {
  const effect = { difference: 0.05, discordance: 0.2 };

  it('is 1 for one sample, and where samples of a conversation agree', () => {
    expect(shareOfPairs(effect, test, { samples: 1, within: 0.1 })).toBe(1);
    expect(shareOfPairs(effect, test, { samples: 10, within: 0 })).toBe(1);
    // Past experiments of other conversations may vary more than the expected differences.
    expect(shareOfPairs(effect, test, { samples: 10, within: 1 })).toBeGreaterThan(0.5);
  });

  it('decreases with the samples, to that of a variance without noise', () => {
    const shares = [1, 2, 3, 5, 10, 1e9].map((samples) =>
      shareOfPairs(effect, test, { samples, within: 0.09 }),
    );

    expect(shares).toEqual([...shares].sort((one, other) => other - one));
    // Connor's sample sizes for 11% and 20% of discordant pairs.
    const distance = (discordance: number) =>
      1.959963985 * Math.sqrt(discordance) + 0.841621234 * Math.sqrt(discordance - 0.05 ** 2);
    expect(shares.at(-1)).toBeCloseTo((distance(0.11) / distance(0.2)) ** 2, 6);
  });
});

/** Two kinds of conversations: their share, and the issue rates of original and new replies. */
const easy = { share: 0.7, original: 0.05, changed: 0.03 };
const hard = { share: 0.3, original: 0.6, changed: 0.4 };

it.each([2, 5])(
  'plans as many conversations with %s samples as have a power of about 80%%',
  async (samples) => {
    const mean = (numberOf: (kind: typeof easy) => number) =>
      easy.share * numberOf(easy) + hard.share * numberOf(hard);
    const effect = {
      difference: mean(({ original, changed }) => original - changed),
      discordance: mean(({ original, changed }) => original * (1 - changed) + changed * (1 - original)),
    };
    const within = mean(({ changed }) => changed * (1 - changed));
    const count = Math.ceil(Number(pairsFor(effect, test)) * shareOfPairs(effect, test, { samples, within }));
    const random = seededRandom(`power ${samples}`);
    const drawShare = () => random() / 2 ** 32;
    const draw = (rate: number, replies: number) => ({
      yes: Array.from({ length: replies }).filter(() => drawShare() < rate).length,
      count: replies,
    });
    const experiments = 150;
    let found = 0;
    for (let run = 0; run < experiments; run += 1) {
      const conversations = Array.from({ length: count }, (): YesCounts => {
        const { original, changed } = drawShare() < easy.share ? easy : hard;
        return [draw(original, 1), draw(changed, samples)];
      });
      const { pValue } = await testPairedShares(conversations, false, { seed: 'seed', isReversed: false });
      if (Number(pValue) < 0.05) found += 1;
    }

    // Three standard errors of 150 experiments.
    expect(found / experiments).toBeGreaterThan(0.7);
    expect(found / experiments).toBeLessThan(0.9);
  },
);
