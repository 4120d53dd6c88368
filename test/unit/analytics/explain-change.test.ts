import { seededRandom } from '../../../packages/statistics';
import { explainChange } from '../../../src/analytics/changes/explain-change';
import type { RankedCause } from '../../../src/analytics/changes/rank-causes';
import type { Dimension } from '../../../src/analytics/segments';
import {
  comparePeriods,
  createFlagDraw,
  keyOf,
  listCauses,
  type SimulatedPeriod,
} from '../../support/simulated-periods';

const CORRELATION = 0.2;
const dayVolumes = [0.9, 1.1, 1.2, 1.1, 1, 0.4, 0.3];
const SATURDAY = 5;

interface Week {
  /** A segment of 200 replies with this rate, in conversations of two. */
  movedRate?: number;
  /** The share of a model with a rate of 25%; other models have 5%. */
  weakModelShare?: number;
}

const keysOf = (dimension: Dimension, count: number) =>
  Array.from({ length: count }, (_, value) => keyOf(dimension, value));
const keys = {
  model: keysOf('model', 10),
  agent: keysOf('agent', 3),
  prompt: keysOf('prompt_version', 6),
  plan: keysOf('tag:plan', 12),
  tool: keysOf('tool', 25),
  label: keysOf('label', 5),
};

/**
 * Weeks of 500 conversations with two replies on average (geometric), whose outcomes are beta-binomial with a correlation
 * of 0.2; at weekends fewer conversations, of other tools, and a higher rate. About 55 segments.
 */
function createSimulation(seed: string) {
  const random = seededRandom(seed);
  const uniform = () => random() / 2 ** 32;
  /** The first values are frequent. */
  const drawValue = (count: number) => Math.floor(count * uniform() ** 2);
  const drawKey = (values: string[], from = 0) => values[from + drawValue(values.length - from)] ?? '';
  const drawDay = () => {
    let at = uniform() * dayVolumes.reduce((sum, volume) => sum + volume);
    let day = 0;
    for (const volume of dayVolumes) {
      if (at < volume) break;
      at -= volume;
      day += 1;
    }
    return day;
  };
  const drawConversation = (rate: number, size: number, model: number, isWeekend: boolean) => {
    const common = [
      keys.model[model] ?? '',
      uniform() < 0.7 ? (keys.agent[0] ?? '') : drawKey(keys.agent),
      drawKey(keys.prompt),
      drawKey(keys.plan),
    ];
    const drawFlag = createFlagDraw(uniform, CORRELATION);
    return Array.from({ length: size }, () => {
      const isFlagged = drawFlag(rate);
      const tools = Array.from({ length: Math.floor(uniform() * 3) }, () =>
        drawKey(keys.tool, isWeekend ? 2 : 0),
      );
      const labels = isFlagged ? [drawKey(keys.label)] : [];
      return { isFlagged, segments: [...common, ...new Set(tools), ...labels] };
    });
  };
  return ({ movedRate, weakModelShare = 0 }: Week = {}): SimulatedPeriod => {
    const moved = movedRate === undefined ? [] : Array.from({ length: 100 }, () => movedRate);
    return [
      ...Array.from({ length: 500 }, () => {
        const isWeekend = drawDay() >= SATURDAY;
        const isWeak = uniform() < weakModelShare;
        const rate = (isWeak ? 0.25 : 0.05) * (isWeekend ? 1.6 : 1);
        const size = 1 + Math.floor(Math.log(1 - uniform()) / Math.log(0.5));
        return drawConversation(rate, size, isWeak ? 7 : drawValue(4), isWeekend);
      }),
      ...moved.map((rate) => drawConversation(rate, 2, 9, false)),
    ];
  };
}

const RUNS = 1000;

/** In how many of simulated pairs of weeks the first cause is significant and is that one. */
async function countFirst(
  runs: number,
  { before, after }: { before: Week; after: Week },
  isExpected: (cause: RankedCause) => boolean,
): Promise<number> {
  const drawWeek = createSimulation(JSON.stringify(after));
  let count = 0;
  for (let run = 0; run < runs; run += 1) {
    const [first] = await listCauses(drawWeek(before), drawWeek(after));
    if (first?.isSignificant && isExpected(first)) count += 1;
  }
  return count;
}

describe('the causes of a change in simulated weeks', () => {
  it('name any segment in at most 5% of 1,000 quiet pairs', () => {
    const drawWeek = createSimulation('quiet');
    let named = 0;
    for (let run = 0; run < RUNS; run += 1) {
      const { whole, segments } = comparePeriods(drawWeek(), drawWeek());
      if (explainChange(whole, segments).some(({ isSignificant }) => isSignificant)) named += 1;
    }
    expect(named).toBeLessThanOrEqual(RUNS * 0.05);
  });

  it('begin with a segment of 200 replies that moves from 5% to 25% in at least 95%', async () => {
    const count = await countFirst(
      200,
      { before: { movedRate: 0.05 }, after: { movedRate: 0.25 } },
      ({ segment, kind }) => segment.dimension === 'model' && segment.value === '9' && kind === 'within',
    );
    expect(count).toBeGreaterThanOrEqual(190);
  });

  it('begin with a mix if a weak model only answers more of the replies', async () => {
    const count = await countFirst(
      100,
      { before: { weakModelShare: 0.1 }, after: { weakModelShare: 0.4 } },
      ({ segment, kind }) => segment.dimension === 'model' && kind === 'mix',
    );
    expect(count).toBeGreaterThanOrEqual(95);
  });
});

describe('the causes of a change', () => {
  /** As many conversations of one reply. */
  const conversations = (count: number, flagged: number, ...segments: string[]): SimulatedPeriod =>
    Array.from({ length: count }, (_, index) => [
      { isFlagged: index < flagged, segments: index < flagged ? [...segments, label] : segments },
    ]);
  const label = keyOf('label', 'fabrication');
  const [small, large] = [keyOf('model', 'small'), keyOf('model', 'large')];
  const [v3, v4] = [keyOf('prompt_version', 'v3'), keyOf('prompt_version', 'v4')];
  const namesOf = (causes: RankedCause[], isExplained: boolean) =>
    causes
      .filter(({ isSignificant, explainedBy }) => isSignificant && (explainedBy !== null) === isExplained)
      .map(({ segment, kind }) => `${segment.dimension} ${segment.value} ${kind}`);

  it('are one if the same replies are a segment of two dimensions', async () => {
    const causes = await listCauses(
      [...conversations(300, 9, small, v3), ...conversations(100, 3, large, v4)],
      [...conversations(300, 9, small, v3), ...conversations(100, 30, large, v4)],
    );

    expect(namesOf(causes, false)).toEqual(['prompt_version v4 within']);
    expect(namesOf(causes, true)).toEqual(expect.arrayContaining(['model large within']));
    expect(causes[0]).toMatchObject({ contribution: 0.0675, share: { before: 0.25, after: 0.25 } });
  });

  it('are both of two segments that moved, though some of their replies are the same', async () => {
    const causes = await listCauses(
      [
        ...conversations(300, 9, small, v3),
        ...conversations(200, 6, large, v3),
        ...conversations(200, 6, small, v4),
      ],
      [
        ...conversations(300, 9, small, v3),
        ...conversations(200, 50, large, v3),
        ...conversations(200, 60, small, v4),
      ],
    );

    expect(namesOf(causes, false)).toEqual(['prompt_version v4 within', 'model large within']);
  });

  it('have the rate of a label among all replies', async () => {
    const [first] = await listCauses(conversations(400, 10, small), conversations(400, 60, small));

    expect(first).toMatchObject({
      segment: { dimension: 'label', value: 'fabrication' },
      kind: 'within',
      isSignificant: true,
      counts: { before: { outcomes: 400, yes: 10 }, after: { outcomes: 400, yes: 60 } },
      explainedBy: null,
    });
    expect(first?.contribution).toBeCloseTo(0.125, 12);
    expect(first?.interval.low).toBeGreaterThan(0.08);
  });

  it('are none without evaluated replies, or for one conversation', async () => {
    expect(await listCauses([], conversations(10, 5, small))).toEqual([]);
    const spike = Array.from({ length: 18 }, () => ({ isFlagged: true, segments: [small, label] }));
    const causes = await listCauses(
      [...conversations(60, 1, small), ...conversations(60, 1, large)],
      [...conversations(40, 1, small), ...conversations(60, 1, large), spike],
    );
    expect(namesOf(causes, false)).toEqual([]);
  });
});
