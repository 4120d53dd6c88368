import { emptySide, type ReplySide } from '../../../../src/experiments/store/experiment';
import { ItemCounters } from '../../../../src/experiments/store/item-counters';
import type { TallyItem } from '../../../../src/experiments/store/item-status';

function makeSide(overrides: Partial<ReplySide> = {}): ReplySide {
  return { ...emptySide, ...overrides };
}

function makeItem(overrides: Partial<TallyItem> = {}): TallyItem {
  return {
    sampleIndex: 0,
    status: 'completed',
    reply: makeSide(),
    baseline: null,
    evaluationsExpected: 1,
    evaluationsReceived: 1,
    ...overrides,
  };
}

function tally(items: TallyItem[]) {
  const counters = ItemCounters.none();
  const open = { queued: 0, generating: 0, evaluating: 0 };
  for (const item of items) {
    const { status } = item;
    counters.addCreated(item);
    if (status === 'queued' || status === 'generating' || status === 'evaluating') open[status] += 1;
    else if (status !== 'pending') counters.addEnded(item);
  }
  return counters.tally(open);
}

const finding = (label: string, toolName: string | null = null, parameterName: string | null = null) => ({
  label,
  toolName,
  parameterName,
});

describe('the metrics of no reply', () => {
  it('are null for rates and means, and 0 for counts', () => {
    const { metrics, statusSummary } = tally([]);

    expect(metrics).toEqual({
      issueRate: null,
      totalIssues: 0,
      costPer1k: null,
      issueLabels: {},
      totalInputTokens: 0,
      totalOutputTokens: 0,
      avgInputTokens: null,
      avgOutputTokens: null,
      avgIssuesPerEvaluation: null,
      issueFreeMessageCount: 0,
      totalGenerationTimeMs: 0,
      avgResponseLatencyMs: null,
      maxResponseLatencyMs: null,
      parameterIssues: {},
      evaluatedCount: 0,
      noVerdictCount: 0,
      notJudgeableCount: 0,
      schemaMismatchCount: 0,
    });
    expect(statusSummary.total).toBe(0);
  });
});

describe('rates', () => {
  it('count judged replies only', () => {
    const { metrics } = tally([
      makeItem({ reply: makeSide({ findings: [finding('fabrication'), finding('reasoning_error')] }) }),
      makeItem({ reply: makeSide({ findings: [] }) }),
      makeItem({ reply: makeSide({ hasNoVerdict: true }) }),
      makeItem({ reply: makeSide({ isNotJudgeable: true }) }),
      makeItem({ status: 'pending' }),
    ]);

    expect(metrics).toMatchObject({
      issueRate: 0.5,
      totalIssues: 2,
      issueLabels: { fabrication: 1, reasoning_error: 1 },
      avgIssuesPerEvaluation: 1,
      issueFreeMessageCount: 1,
      evaluatedCount: 2,
      noVerdictCount: 1,
      notJudgeableCount: 1,
    });
  });

  it('count replies that do not match the output schema, whatever their verdict', () => {
    const schemaErrors = [
      { path: 'year', message: 'Required' },
      { path: '', message: 'Unknown key' },
    ];
    const { metrics, baselineMetrics } = tally([
      makeItem({ reply: makeSide({ findings: [], schemaErrors }), baseline: makeSide() }),
      makeItem({ reply: makeSide({ hasNoVerdict: true, schemaErrors }) }),
      makeItem({ reply: makeSide({ findings: [], schemaErrors: [] }) }),
    ]);

    expect(metrics).toMatchObject({ schemaMismatchCount: 2, issueRate: 0 });
    expect(baselineMetrics.schemaMismatchCount).toBe(0);
  });

  it('average over the replies whose numbers are known', () => {
    const { metrics } = tally([
      makeItem({ reply: makeSide({ inputTokens: 10, outputTokens: 4, latencyMs: 100, costUsd: 0.002 }) }),
      makeItem({ reply: makeSide({ inputTokens: 30, outputTokens: 8, latencyMs: 300, costUsd: 0.004 }) }),
      makeItem(),
    ]);

    expect(metrics).toMatchObject({
      totalInputTokens: 40,
      avgInputTokens: 20,
      avgOutputTokens: 6,
      totalGenerationTimeMs: 400,
      avgResponseLatencyMs: 200,
      maxResponseLatencyMs: 300,
      costPer1k: 3,
    });
  });

  it('separate tools and parameters, with any name', () => {
    const { metrics } = tally([
      makeItem({
        reply: makeSide({
          findings: [
            finding('x', 'book', 'guests.0'),
            finding('x', 'book', 'guests.0'),
            finding('x', 'constructor', '__proto__'),
          ],
        }),
      }),
    ]);

    expect(JSON.parse(JSON.stringify(metrics.parameterIssues.book))).toEqual({ 'guests.0': 2 });
    expect(Object.keys(metrics.parameterIssues)).toEqual(['book', 'constructor']);
    expect(Object.keys(metrics.parameterIssues.constructor ?? {})).toEqual(['__proto__']);
  });
});

describe('the status summary', () => {
  it('adds up to its total', () => {
    const statuses = [
      'pending',
      'queued',
      'generating',
      'evaluating',
      'evaluating',
      'completed',
      'failed',
      'skipped',
    ] as const;

    const { statusSummary } = tally(statuses.map((status) => makeItem({ status })));

    expect(statusSummary).toEqual({
      pending: 1,
      queued: 1,
      generating: 1,
      evaluating: 2,
      inProgress: 3,
      completed: 1,
      failed: 1,
      skipped: 1,
      total: 8,
    });
  });
});

describe('the baseline', () => {
  it('has separate metrics and models', () => {
    const { baselineMetrics, baselineModels, metrics } = tally([
      makeItem({
        reply: makeSide({ model: 'new', findings: [] }),
        baseline: makeSide({ model: 'old-b', findings: [finding('fabrication')] }),
      }),
      makeItem({
        reply: makeSide({ model: 'new', findings: [] }),
        baseline: makeSide({ model: 'old-a', findings: [] }),
      }),
    ]);

    expect(baselineModels).toEqual(['old-a', 'old-b']);
    expect(baselineMetrics.issueRate).toBe(0.5);
    expect(metrics.issueRate).toBe(0);
  });
});
