import type { Metrics, ReplySide } from './experiment';

/** Sums over replies, from which metrics are computed. A JSON value. */
export interface ReplyMetricsState {
  evaluated: number;
  withIssue: number;
  noVerdict: number;
  notJudgeable: number;
  schemaMismatches: number;
  issues: number;
  labels: [label: string, count: number][];
  parameters: [tool: string, counts: [parameter: string, count: number][]][];
  input: MeanState;
  output: MeanState;
  cost: MeanState;
  latency: MeanState;
  models: string[];
}

interface MeanState {
  sum: number;
  max: number | null;
  count: number;
}

/** Adds up the new or the original replies of items. */
export class ReplyMetrics {
  private evaluated: number;
  private withIssue: number;
  private noVerdict: number;
  private notJudgeable: number;
  private schemaMismatches: number;
  private issues: number;
  private readonly labels: Map<string, number>;
  private readonly parameters: Map<string, Map<string, number>>;
  private readonly input: Mean;
  private readonly output: Mean;
  private readonly cost: Mean;
  private readonly latency: Mean;
  private readonly modelNames: Set<string>;

  constructor(state?: ReplyMetricsState) {
    this.evaluated = state?.evaluated ?? 0;
    this.withIssue = state?.withIssue ?? 0;
    this.noVerdict = state?.noVerdict ?? 0;
    this.notJudgeable = state?.notJudgeable ?? 0;
    this.schemaMismatches = state?.schemaMismatches ?? 0;
    this.issues = state?.issues ?? 0;
    this.labels = new Map(state?.labels);
    this.parameters = new Map(state?.parameters.map(([tool, counts]) => [tool, new Map(counts)]));
    this.input = new Mean(state?.input);
    this.output = new Mean(state?.output);
    this.cost = new Mean(state?.cost);
    this.latency = new Mean(state?.latency);
    this.modelNames = new Set(state?.models);
  }

  add(side: ReplySide): void {
    this.addGeneration(side);
    this.addVerdict(side);
  }

  /** Adds only the generation of a reply. */
  addGeneration(side: ReplySide): void {
    this.input.add(side.inputTokens);
    this.output.add(side.outputTokens);
    this.cost.add(side.costUsd);
    this.latency.add(side.latencyMs);
    if ((side.schemaErrors?.length ?? 0) > 0) this.schemaMismatches += 1;
    if (side.model !== null) this.modelNames.add(side.model);
  }

  /** Adds only the verdict on a reply. */
  addVerdict({ findings, hasNoVerdict, isNotJudgeable }: ReplySide): void {
    if (hasNoVerdict) this.noVerdict += 1;
    if (isNotJudgeable) this.notJudgeable += 1;
    if (findings === null) return;
    this.evaluated += 1;
    this.issues += findings.length;
    if (findings.length > 0) this.withIssue += 1;
    for (const { label, toolName, parameterName } of findings) {
      increment(this.labels, label);
      if (toolName === null || parameterName === null) continue;
      const ofTool = this.parameters.get(toolName) ?? new Map<string, number>();
      this.parameters.set(toolName, increment(ofTool, parameterName));
    }
  }

  /** A JSON value; passing it to the constructor restores the sums. */
  state(): ReplyMetricsState {
    const { evaluated, withIssue, noVerdict, notJudgeable, schemaMismatches, issues } = this;
    return {
      evaluated,
      withIssue,
      noVerdict,
      notJudgeable,
      schemaMismatches,
      issues,
      labels: [...this.labels],
      parameters: [...this.parameters].map(([tool, counts]) => [tool, [...counts]]),
      input: this.input.state(),
      output: this.output.state(),
      cost: this.cost.state(),
      latency: this.latency.state(),
      models: [...this.modelNames],
    };
  }

  models(): string[] {
    return [...this.modelNames].sort();
  }

  metrics(): Metrics {
    const costPerReply = this.cost.mean();
    return {
      issueRate: ratio(this.withIssue, this.evaluated),
      totalIssues: this.issues,
      costPer1k: costPerReply === null ? null : costPerReply * 1000,
      issueLabels: Object.fromEntries(this.labels),
      totalInputTokens: this.input.sum,
      totalOutputTokens: this.output.sum,
      avgInputTokens: this.input.mean(),
      avgOutputTokens: this.output.mean(),
      avgIssuesPerEvaluation: ratio(this.issues, this.evaluated),
      issueFreeMessageCount: this.evaluated - this.withIssue,
      totalGenerationTimeMs: this.latency.sum,
      avgResponseLatencyMs: this.latency.mean(),
      maxResponseLatencyMs: this.latency.max,
      parameterIssues: Object.fromEntries(
        [...this.parameters].map(([tool, counts]) => [tool, Object.fromEntries(counts)]),
      ),
      evaluatedCount: this.evaluated,
      noVerdictCount: this.noVerdict,
      notJudgeableCount: this.notJudgeable,
      schemaMismatchCount: this.schemaMismatches,
    };
  }
}

/** Mean over the known values. */
class Mean {
  sum: number;
  max: number | null;
  private count: number;

  constructor(state: MeanState = { sum: 0, max: null, count: 0 }) {
    this.sum = state.sum;
    this.max = state.max;
    this.count = state.count;
  }

  add(value: number | null): void {
    if (value === null) return;
    this.sum += value;
    this.count += 1;
    this.max = this.max === null ? value : Math.max(this.max, value);
  }

  state(): MeanState {
    return { sum: this.sum, max: this.max, count: this.count };
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
