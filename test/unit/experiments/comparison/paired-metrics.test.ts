import {
  type MeasuredPair,
  pairExperiments,
  pairWithOriginals,
} from '../../../../src/experiments/comparison/measured-pair';
import { comparePairs, type MetricComparison } from '../../../../src/experiments/comparison/paired-metrics';
import type { CountedReply } from '../../../../src/experiments/store/compared-item.repository';
import type { ItemStatus } from '../../../../src/experiments/store/experiment';
import { fc } from '../../../support/property';

function makeReply(fields: Partial<CountedReply> = {}): CountedReply {
  return {
    messageId: 'message',
    evaluationId: 'evaluation',
    inputTokens: 100,
    outputTokens: 20,
    latencyMs: 500,
    costUsd: 0.002,
    lengthChars: 40,
    hasNoVerdict: false,
    isNotJudgeable: false,
    issueCount: 0,
    labels: [],
    ...fields,
  };
}

const makePair = (reply: Partial<CountedReply>, baseline: Partial<CountedReply> = {}): MeasuredPair => ({
  reply: [makeReply(reply)],
  baseline: [makeReply(baseline)],
  isLate: false,
});

const compare = (pairs: MeasuredPair[], { isEarly = false, isReversed = false } = {}) =>
  comparePairs(pairs, { resampling: { seed: 'seed', isReversed }, isEarly });

const find = (compared: MetricComparison[], metric: string, label: string | null = null) =>
  compared.find((one) => one.metric === metric && one.label === label);

describe('comparePairs', () => {
  it('compares means and rates over the pairs', async () => {
    const withIssues = { issueCount: 2, labels: ['fabrication'] };
    const pairs = [
      ...Array.from({ length: 8 }, () =>
        makePair({ costUsd: 0.001, lengthChars: 30, outputTokens: 10 }, withIssues),
      ),
      makePair({ issueCount: 1, labels: ['reasoning_error'], costUsd: 0.001 }),
      makePair({ costUsd: 0.004, latencyMs: 1000 }),
    ];

    const compared = await compare(pairs);

    expect(compared.map(({ metric, label }) => [metric, label])).toEqual([
      ['issue_rate', null],
      ['issue_rate', 'fabrication'],
      ['issue_rate', 'reasoning_error'],
      ['avg_issues_per_evaluation', null],
      ['cost_per_1k', null],
      ['avg_input_tokens', null],
      ['avg_output_tokens', null],
      ['avg_response_latency_ms', null],
      ['avg_reply_chars', null],
    ]);
    const rate = find(compared, 'issue_rate');
    expect(rate).toMatchObject({ value: 0.1, baselineValue: 0.8, n: 10, leftOut: [] });
    expect(rate?.difference).toBeCloseTo(-0.7, 12);
    expect(rate?.pValue).toBeCloseTo((2 * 10) / 2 ** 9, 12); // of 9 discordant pairs, at most one in one direction
    expect(rate?.intervalHigh).toBeLessThan(0);
    expect(find(compared, 'issue_rate', 'reasoning_error')).toMatchObject({
      value: 0.1,
      baselineValue: 0,
      pValue: 1,
    });
    expect(find(compared, 'avg_issues_per_evaluation')).toMatchObject({ value: 0.1, baselineValue: 1.6 });
    expect(find(compared, 'cost_per_1k')?.value).toBeCloseTo(1.3, 12);
    expect(find(compared, 'avg_reply_chars')).toMatchObject({ value: 32, baselineValue: 40, difference: -8 });
    expect(find(compared, 'avg_input_tokens')).toMatchObject({
      intervalLow: 0,
      intervalHigh: 0,
      pValue: null,
    });
  });

  it('counts each pair that is left out by the first reason, for verdicts and for values', async () => {
    const pairs: MeasuredPair[] = [
      makePair({}),
      { reply: 'item_open', baseline: [makeReply()], isLate: false },
      { reply: 'item_failed', baseline: 'item_open', isLate: false },
      { reply: [makeReply()], baseline: 'no_reply', isLate: false },
      { reply: [makeReply()], baseline: 'item_failed', isLate: false },
      { reply: 'item_skipped', baseline: [makeReply()], isLate: false },
      makePair({ issueCount: null, hasNoVerdict: true }, { issueCount: null, isNotJudgeable: true }),
      makePair({ issueCount: null, isNotJudgeable: true }),
      makePair({}, { issueCount: null }),
      makePair({ costUsd: null, lengthChars: null }),
      makePair({}, { costUsd: null, lengthChars: null }),
    ];

    const compared = await compare(pairs);

    const ofItems = [
      { reason: 'baseline_no_reply', count: 1 },
      { reason: 'item_open', count: 1 },
      { reason: 'item_failed', count: 1 },
      { reason: 'item_skipped', count: 1 },
      { reason: 'baseline_item_failed', count: 1 },
    ];
    expect(find(compared, 'issue_rate')).toMatchObject({
      n: 3,
      leftOut: [
        ...ofItems,
        { reason: 'no_verdict', count: 1 },
        { reason: 'not_judgeable', count: 1 },
        { reason: 'baseline_not_judged', count: 1 },
      ],
    });
    const ofValues = [
      ...ofItems,
      { reason: 'no_value', count: 1 },
      { reason: 'baseline_no_value', count: 1 },
    ];
    expect(find(compared, 'cost_per_1k')).toMatchObject({ n: 4, leftOut: ofValues });
    expect(find(compared, 'avg_reply_chars')).toMatchObject({ n: 4, leftOut: ofValues });
    expect(find(compared, 'avg_input_tokens')).toMatchObject({ n: 6, leftOut: ofItems });
    for (const { n, leftOut } of compared) {
      expect(leftOut.reduce((sum, { count }) => sum + count, n)).toBe(pairs.length);
    }
  });

  it('has no numbers without pairs', async () => {
    for (const one of await compare([{ reply: 'item_open', baseline: [makeReply()], isLate: true }])) {
      expect(one).toMatchObject({
        value: null,
        baselineValue: null,
        difference: null,
        intervalLow: null,
        intervalHigh: null,
        pValue: null,
        n: 0,
      });
    }
  });

  it('has an e-value instead of a p-value, and a wider interval of issue rates, if it is read early', async () => {
    const pairs = Array.from({ length: 20 }, (_, index) => makePair({}, { issueCount: index < 12 ? 1 : 0 }));

    const ended = find(await compare(pairs), 'issue_rate');
    const running = find(await compare(pairs, { isEarly: true }), 'issue_rate');

    expect(ended?.pValue).toBeLessThan(0.001);
    expect(ended?.eValue).toBeNull();
    expect(running?.eValue).toBeCloseTo(2 ** 12 / 13, -1);
    expect(running).toMatchObject({ pValue: null, difference: ended?.difference, n: 20 });
    expect(running?.intervalLow).toBeLessThan(Number(ended?.intervalLow));
    expect(running?.intervalHigh).toBeGreaterThan(Number(ended?.intervalHigh));
  });

  it('counts the issue rate up to the first open item if it is read early, and other metrics of all', async () => {
    const items = ['completed', 'completed', 'generating', 'completed', 'failed'].map((status, position) => ({
      id: `item ${position}`,
      position,
      conversationId: `conversation ${position}`,
      replayedMessageId: null,
      sampleIndex: 0,
      executionNumber: 0,
      status: status as ItemStatus,
      reply: makeReply(),
      baseline: makeReply({ issueCount: 1, labels: ['fabrication'] }),
    }));
    const order = items.map(({ conversationId }) => conversationId);
    const others = items.map((item) => ({ ...item, status: 'completed' as const }));

    for (const pairs of [
      pairWithOriginals(items),
      pairExperiments(items, others, order),
      pairExperiments([...items].reverse(), others, order),
    ]) {
      const early = await compare(pairs, { isEarly: true });

      expect(find(early, 'issue_rate')).toMatchObject({
        n: 2,
        leftOut: [
          { reason: 'item_open', count: 1 },
          { reason: 'item_failed', count: 1 },
          { reason: 'earlier_item_open', count: 1 },
        ],
      });
      expect(find(early, 'avg_input_tokens')).toMatchObject({ n: 3 });
      expect(find(await compare(pairs), 'issue_rate')).toMatchObject({ n: 3 });
    }
    const inReverse = pairExperiments(items, others, [...order].reverse());
    expect(find(await compare(inReverse, { isEarly: true }), 'issue_rate')).toMatchObject({ n: 1 });
  });

  it('counts a conversation once, with the mean of its samples', async () => {
    const issue = { issueCount: 2, labels: ['fabrication', 'fabrication'] };
    const samples: [string, number, ItemStatus, Partial<CountedReply>][] = [
      ['a', 0, 'completed', { ...issue, latencyMs: 100 }],
      ['a', 1, 'completed', { latencyMs: 400 }],
      ['a', 2, 'failed', {}],
      ['b', 0, 'failed', {}],
      ['b', 1, 'failed', {}],
      ['b', 2, 'failed', {}],
      ['c', 0, 'completed', { issueCount: null, hasNoVerdict: true, latencyMs: 700 }],
      ['c', 1, 'completed', { ...issue, latencyMs: 800 }],
      ['c', 2, 'completed', { latencyMs: 900 }],
      ['d', 0, 'completed', {}],
      ['d', 1, 'generating', {}],
      ['d', 2, 'completed', {}],
    ];
    const items = samples.map(([conversationId, sampleIndex, status, reply], position) => ({
      id: `item ${position}`,
      position,
      conversationId,
      replayedMessageId: null,
      sampleIndex,
      executionNumber: 0,
      status,
      reply: makeReply(reply),
      // Only the first sample has the verdict on the original reply.
      baseline: makeReply({ issueCount: sampleIndex === 0 ? 1 : null, latencyMs: 500 }),
    }));

    const compared = await compare(pairWithOriginals(items));

    const leftOut = [
      { reason: 'item_open', count: 1 },
      { reason: 'item_failed', count: 1 },
    ];
    expect(find(compared, 'issue_rate')).toMatchObject({
      value: 0.5,
      baselineValue: 1,
      difference: -0.5,
      n: 2,
      leftOut,
      intervalLow: -1,
      intervalHigh: 1,
      // Both original replies are among the two with an issue of three: (2/3)², on two sides.
      pValue: expect.closeTo(8 / 9, 1),
    });
    expect(find(compared, 'avg_issues_per_evaluation')).toMatchObject({ value: 1, difference: 0, n: 2 });
    expect(find(compared, 'avg_response_latency_ms')).toMatchObject({
      value: (250 + 800) / 2,
      baselineValue: 500,
      n: 2,
      leftOut,
    });
  });

  it('has the length of an original reply from any sample that completed', async () => {
    const items = (['failed', 'completed'] as const).map((status, sampleIndex) => ({
      id: `item ${sampleIndex}`,
      position: sampleIndex,
      conversationId: 'conversation',
      replayedMessageId: null,
      sampleIndex,
      executionNumber: 0,
      status,
      reply: makeReply({ lengthChars: 40 }),
      baseline: makeReply({ lengthChars: status === 'completed' ? 30 : null }),
    }));

    expect(find(await compare(pairWithOriginals(items)), 'avg_reply_chars')).toMatchObject({
      value: 40,
      baselineValue: 30,
      n: 1,
    });
  });

  it('is the mirror image with several samples, ended or early', async () => {
    const items = (salt: number, samples: number) =>
      Array.from({ length: 12 * samples }, (_, position) => ({
        id: `item ${position}`,
        position,
        conversationId: `conversation ${Math.floor(position / samples)}`,
        replayedMessageId: null,
        sampleIndex: position % samples,
        executionNumber: 0,
        status: 'completed' as const,
        reply: makeReply({ issueCount: (position * salt) % 7 < 3 ? 1 : 0, costUsd: 0.1 / (1 + position) }),
      }));
    const [three, two] = [items(5, 3), items(3, 2)];
    for (const isEarly of [false, true]) {
      const there = await compare(pairExperiments(three, two, []), { isEarly });
      const back = await compare(pairExperiments(two, three, []), { isEarly, isReversed: true });

      for (const [index, one] of there.entries()) {
        expect(back[index]).toMatchObject({
          intervalLow: negate(one.intervalHigh),
          intervalHigh: negate(one.intervalLow),
          pValue: one.pValue,
          eValue: one.eValue,
        });
      }
      expect(find(there, 'issue_rate')).toMatchObject({ n: 12, eValue: isEarly ? expect.any(Number) : null });
    }
  });

  it('is the mirror image with the sides exchanged, in any order of the conversations', async () => {
    const reply = fc.record({
      issueCount: fc.nat(3),
      costUsd: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
      latencyMs: fc.double({ min: 0, max: 1e5, noNaN: true }),
      status: fc.constantFrom<ItemStatus>('completed', 'completed', 'failed', 'pending'),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(reply, reply), { maxLength: 12 }),
        fc.boolean(),
        async (drawn, isEarly) => {
          const itemsOf = (side: 0 | 1) =>
            drawn.map((pair, position) => {
              const { status, ...fields } = pair[side];
              const id = `item ${position}`;
              return {
                id,
                position,
                conversationId: `conversation ${position}`,
                replayedMessageId: null,
                sampleIndex: 0,
                executionNumber: 0,
                status,
                reply: makeReply(fields),
              };
            });
          const order = itemsOf(0).map(({ conversationId }) => conversationId);
          const there = await compare(pairExperiments(itemsOf(1), itemsOf(0), order), { isEarly });
          const back = await compare(pairExperiments(itemsOf(0).reverse(), itemsOf(1), order), {
            isReversed: true,
            isEarly,
          });

          for (const [index, { metric, ...one }] of there.entries()) {
            expect(back[index]).toMatchObject({
              metric,
              value: one.baselineValue,
              baselineValue: one.value,
              intervalLow: negate(one.intervalHigh),
              intervalHigh: negate(one.intervalLow),
              pValue: one.pValue,
              eValue: one.eValue,
              n: one.n,
            });
            expect(back[index]?.difference ?? 0).toBe(negate(one.difference) ?? 0);
          }
        },
      ),
      { numRuns: 15 },
    );
  });
});

const negate = (value: number | null) => (value === null ? null : 0 - value);
