import { emptySide, type ReplySide } from '../../../src/experiments/experiment';
import { type TallyItem, tallyItems } from '../../../src/experiments/tally';

function makeSide(overrides: Partial<ReplySide> = {}): ReplySide {
  return { ...emptySide, ...overrides };
}

function makeItem(overrides: Partial<TallyItem> = {}): TallyItem {
  return {
    status: 'completed',
    reply: makeSide(),
    baseline: null,
    evaluationsExpected: 1,
    evaluationsReceived: 1,
    ...overrides,
  };
}

async function tally(items: TallyItem[]) {
  return tallyItems(
    (async function* () {
      yield* items;
    })(),
  );
}

const finding = (label: string, toolName: string | null = null, parameterName: string | null = null) => ({
  label,
  toolName,
  parameterName,
});

describe('the metrics of no reply', () => {
  it('are null for rates and means, and 0 for counts', async () => {
    const { metrics, statusSummary } = await tally([]);

    expect(metrics).toEqual({
      issue_rate: null,
      total_issues: 0,
      cost_per_1k: null,
      issue_labels: {},
      total_input_tokens: 0,
      total_output_tokens: 0,
      avg_input_tokens: null,
      avg_output_tokens: null,
      avg_issues_per_evaluation: null,
      issue_free_message_count: 0,
      total_generation_time_ms: 0,
      avg_response_latency_ms: null,
      max_response_latency_ms: null,
      parameter_issues: {},
      evaluated_count: 0,
      no_verdict_count: 0,
    });
    expect(statusSummary.total).toBe(0);
  });
});

describe('rates', () => {
  it('count replies with a verdict only', async () => {
    const { metrics } = await tally([
      makeItem({ reply: makeSide({ findings: [finding('fabrication'), finding('reasoning_error')] }) }),
      makeItem({ reply: makeSide({ findings: [] }) }),
      makeItem({ reply: makeSide({ hasNoVerdict: true }) }),
      makeItem({ status: 'pending' }),
    ]);

    expect(metrics).toMatchObject({
      issue_rate: 0.5,
      total_issues: 2,
      issue_labels: { fabrication: 1, reasoning_error: 1 },
      avg_issues_per_evaluation: 1,
      issue_free_message_count: 1,
      evaluated_count: 2,
      no_verdict_count: 1,
    });
  });

  it('average over the replies whose numbers are known', async () => {
    const { metrics } = await tally([
      makeItem({ reply: makeSide({ inputTokens: 10, outputTokens: 4, latencyMs: 100, costUsd: 0.002 }) }),
      makeItem({ reply: makeSide({ inputTokens: 30, outputTokens: 8, latencyMs: 300, costUsd: 0.004 }) }),
      makeItem(),
    ]);

    expect(metrics).toMatchObject({
      total_input_tokens: 40,
      avg_input_tokens: 20,
      avg_output_tokens: 6,
      total_generation_time_ms: 400,
      avg_response_latency_ms: 200,
      max_response_latency_ms: 300,
      cost_per_1k: 3,
    });
  });

  it('separate tools and parameters, with any name', async () => {
    const { metrics } = await tally([
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

    expect(JSON.parse(JSON.stringify(metrics.parameter_issues.book))).toEqual({ 'guests.0': 2 });
    expect(Object.keys(metrics.parameter_issues)).toEqual(['book', 'constructor']);
    expect(Object.keys(metrics.parameter_issues.constructor ?? {})).toEqual(['__proto__']);
  });
});

describe('the status summary', () => {
  it('adds up to its total', async () => {
    const statuses = [
      'pending',
      'queued',
      'generating',
      'evaluating',
      'evaluating',
      'completed',
      'failed',
    ] as const;

    const { statusSummary } = await tally(statuses.map((status) => makeItem({ status })));

    expect(statusSummary).toEqual({
      pending: 1,
      queued: 1,
      generating: 1,
      evaluating: 2,
      in_progress: 3,
      completed: 1,
      failed: 1,
      total: 7,
    });
  });
});

describe('the baseline', () => {
  it('has separate metrics and models', async () => {
    const { baselineMetrics, baselineModels, metrics } = await tally([
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
    expect(baselineMetrics.issue_rate).toBe(0.5);
    expect(metrics.issue_rate).toBe(0);
  });
});
