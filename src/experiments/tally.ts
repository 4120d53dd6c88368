import type { ExperimentItem, ItemStatus, Metrics, ReplySide, StatusSummary, Tally } from './experiment';

/** The fields of an item that numbers are made of. */
export type TallyItem = Pick<
  ExperimentItem,
  'status' | 'reply' | 'baseline' | 'evaluationsExpected' | 'evaluationsReceived'
>;

/** Adds up the items of an experiment; the definitions are in docs/metrics.md. */
export async function tallyItems(items: AsyncIterable<TallyItem>): Promise<Tally> {
  const counts: Record<ItemStatus, number> = {
    pending: 0,
    queued: 0,
    generating: 0,
    evaluating: 0,
    completed: 0,
    failed: 0,
  };
  const reply = new MetricsSum();
  const baseline = new MetricsSum();
  let evaluationsExpected = 0;
  let evaluationsReceived = 0;
  for await (const item of items) {
    counts[item.status] += 1;
    evaluationsExpected += item.evaluationsExpected;
    evaluationsReceived += item.evaluationsReceived;
    reply.add(item.reply);
    if (item.baseline !== null) baseline.add(item.baseline);
  }
  return {
    statusSummary: summarizeStatus(counts),
    evaluationsExpected,
    evaluationsReceived,
    metrics: reply.metrics(),
    baselineMetrics: baseline.metrics(),
    baselineModels: baseline.models(),
  };
}

function summarizeStatus(counts: Record<ItemStatus, number>): StatusSummary {
  const inProgress = counts.generating + counts.evaluating;
  return {
    ...counts,
    in_progress: inProgress,
    total: counts.pending + counts.queued + inProgress + counts.completed + counts.failed,
  };
}

class MetricsSum {
  private evaluated = 0;
  private withIssue = 0;
  private noVerdict = 0;
  private issues = 0;
  private readonly labels = new Map<string, number>();
  private readonly parameters = new Map<string, Map<string, number>>();
  private readonly input = new Mean();
  private readonly output = new Mean();
  private readonly cost = new Mean();
  private readonly latency = new Mean();
  private readonly modelNames = new Set<string>();

  add(side: ReplySide): void {
    this.input.add(side.inputTokens);
    this.output.add(side.outputTokens);
    this.cost.add(side.costUsd);
    this.latency.add(side.latencyMs);
    if (side.model !== null) this.modelNames.add(side.model);
    if (side.hasNoVerdict) this.noVerdict += 1;
    if (side.findings === null) return;
    this.evaluated += 1;
    this.issues += side.findings.length;
    if (side.findings.length > 0) this.withIssue += 1;
    for (const { label, toolName, parameterName } of side.findings) {
      increment(this.labels, label);
      if (toolName === null || parameterName === null) continue;
      const ofTool = this.parameters.get(toolName) ?? new Map<string, number>();
      this.parameters.set(toolName, increment(ofTool, parameterName));
    }
  }

  models(): string[] {
    return [...this.modelNames].sort();
  }

  metrics(): Metrics {
    const costPerReply = this.cost.mean();
    return {
      issue_rate: ratio(this.withIssue, this.evaluated),
      total_issues: this.issues,
      cost_per_1k: costPerReply === null ? null : costPerReply * 1000,
      issue_labels: Object.fromEntries(this.labels),
      total_input_tokens: this.input.sum,
      total_output_tokens: this.output.sum,
      avg_input_tokens: this.input.mean(),
      avg_output_tokens: this.output.mean(),
      avg_issues_per_evaluation: ratio(this.issues, this.evaluated),
      issue_free_message_count: this.evaluated - this.withIssue,
      total_generation_time_ms: this.latency.sum,
      avg_response_latency_ms: this.latency.mean(),
      max_response_latency_ms: this.latency.max,
      parameter_issues: Object.fromEntries(
        [...this.parameters].map(([tool, counts]) => [tool, Object.fromEntries(counts)]),
      ),
      evaluated_count: this.evaluated,
      no_verdict_count: this.noVerdict,
    };
  }
}

/** Mean over the values that are known. */
class Mean {
  sum = 0;
  max: number | null = null;
  private count = 0;

  add(value: number | null): void {
    if (value === null) return;
    this.sum += value;
    this.count += 1;
    this.max = this.max === null ? value : Math.max(this.max, value);
  }

  mean(): number | null {
    return ratio(this.sum, this.count);
  }
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function increment(counts: Map<string, number>, key: string): Map<string, number> {
  return counts.set(key, (counts.get(key) ?? 0) + 1);
}
