import { eValueOfMean, mcNemarPValue, seededRandom } from '../../../../packages/statistics';
import {
  testPairedOutcomes,
  testPairedShares,
  type YesCounts,
} from '../../../../src/experiments/comparison/paired-test';

const resampling = { seed: 'seed', isReversed: false };

/**
 * Pairs of shares of samples with an issue, per conversation. The rates of a conversation are drawn for each side
 * apart, most of them near 0 or 1: equal on average, and different in each conversation.
 */
function drawShares(random: () => number, conversations: number, samples: [first: number, second: number]) {
  const drawSide = (count: number) =>
    drawIssues(random, Math.sin((Math.PI / 2) * (random() / 2 ** 32)) ** 6, count);
  return Array.from({ length: conversations }, () => samples.map(drawSide) as [number[], number[]]);
}

/** For each of `count` replies whether it has an issue, 0 or 1. */
function drawIssues(random: () => number, rate: number, count: number): number[] {
  return Array.from({ length: count }, () => Number(random() / 2 ** 32 < rate));
}

const toCounts = (sides: [number[], number[]]) =>
  sides.map((issues) => ({
    yes: issues.reduce((sum, one) => sum + one, 0),
    count: issues.length,
  })) as unknown as YesCounts;
const differenceOf = ([first, second]: [number[], number[]]) => shareOf(second) - shareOf(first);
const shareOf = (issues: readonly number[]) => issues.reduce((sum, one) => sum + one, 0) / issues.length;

describe('testPairedShares', () => {
  it.each<{ samples: [number, number]; conversations: number }>([
    { samples: [5, 5], conversations: 40 },
    { samples: [1, 5], conversations: 40 },
  ])(
    'rejects equal rates in 5% with samples $samples, where independent samples would not',
    async ({ samples, conversations }) => {
      const experiments = 300;
      const random = seededRandom(`null ${samples}`);
      let [byConversation, bySample] = [0, 0];
      for (let run = 0; run < experiments; run += 1) {
        const drawn = drawShares(random, conversations, samples);
        const { pValue } = await testPairedShares(drawn.map(toCounts), false, resampling);
        if (Number(pValue) <= 0.05) byConversation += 1;
        // Each reply of the second side as a separate pair, with the reply of the same number or the only one.
        const pairs = drawn.flatMap(([first, second]) =>
          second.map((one, index) => one - (first[index] ?? first[0] ?? 0)),
        );
        const count = (sign: number) => pairs.filter((difference) => difference === sign).length;
        if (mcNemarPValue(count(-1), count(1)) <= 0.05) bySample += 1;
      }

      // Four standard errors of 300 experiments above and below 5%.
      expect(byConversation / experiments).toBeGreaterThan(0);
      expect(byConversation / experiments).toBeLessThan(0.1);
      expect(bySample / experiments).toBeGreaterThan(0.2);
    },
  );

  it('rejects equal rates in at most 5% where issues are rare and there is one original reply', async () => {
    const experiments = 200;
    const random = seededRandom('rare');
    let rejected = 0;
    for (let run = 0; run < experiments; run += 1) {
      const conversations = Array.from({ length: 20 }, () =>
        toCounts([drawIssues(random, 0.1, 1), drawIssues(random, 0.1, 5)]),
      );
      const { pValue, interval } = await testPairedShares(conversations, false, resampling);
      expect(interval.low > 0 || interval.high < 0).toBe(Number(pValue) <= 0.05);
      if (Number(pValue) <= 0.05) rejected += 1;
    }
    // The sign-flip test alone would reject in 11%.
    expect(rejected / experiments).toBeLessThanOrEqual(0.05);
  });

  it('has evidence against equal rates at any of 20 looks in at most 5%', () => {
    const experiments = 200;
    const random = seededRandom('early null');
    let excluded = 0;
    for (let run = 0; run < experiments; run += 1) {
      const differences = drawShares(random, 100, [3, 3]).map(differenceOf);
      for (let seen = 5; seen <= 100; seen += 5) {
        if (eValueOfMean(differences.slice(0, seen)) < 20) continue;
        excluded += 1;
        break;
      }
    }
    expect(excluded / experiments).toBeLessThanOrEqual(0.05);
  });

  it('is the test of one sample where there is one', async () => {
    const outcomes = { pairs: 90, onlyInFirst: 22, onlyInSecond: 8 };
    const conversations = [
      ...Array<[number[], number[]]>(22).fill([[1], [0]]),
      ...Array<[number[], number[]]>(8).fill([[0], [1]]),
      ...Array<[number[], number[]]>(60).fill([[1], [1]]),
    ].map(toCounts);

    const ended = await testPairedShares(conversations, false, resampling);
    const early = await testPairedShares(conversations, true, resampling);

    expect(ended.pValue).toBeCloseTo(Number(testPairedOutcomes(outcomes, false).pValue), 2);
    const anytime = testPairedOutcomes(outcomes, true);
    // The one-sided mixture leaves out the stakes on the other side, which have lost.
    expect(Number(early.eValue) / Number(anytime.eValue)).toBeCloseTo(1, 1);
    expect(early.interval.low).toBeLessThan(ended.interval.low);
    expect(early.interval.high).toBeGreaterThan(ended.interval.high);
  });

  it('has an interval without 0 exactly when it rejects, and more power with more samples', async () => {
    const random = seededRandom('power');
    const powers = [1, 5].map(async (count) => {
      let rejected = 0;
      for (let run = 0; run < 40; run += 1) {
        const conversations = Array.from({ length: 30 }, () =>
          toCounts([drawIssues(random, 0.4, count), drawIssues(random, 0.6, count)]),
        );
        const { pValue, interval } = await testPairedShares(conversations, false, resampling);
        const early = await testPairedShares(conversations, true, resampling);
        expect(interval.low > 0 || interval.high < 0).toBe(Number(pValue) <= 0.05);
        expect(early.interval.low >= 0 || early.interval.high <= 0).toBe(Number(early.eValue) >= 20);
        if (Number(pValue) <= 0.05) rejected += 1;
      }
      return rejected;
    });
    const [one = 0, five = 0] = await Promise.all(powers);
    expect(five).toBeGreaterThan(one + 8);
  });
});
