import type { ItemFindings } from '../../src/experiments/store/experiment';
import type { Random } from '../analytics/random';
import type { Truth } from './winners';

type Reply = ItemFindings['reply'];

const nothing: Reply = {
  messageId: null,
  evaluationId: null,
  inputTokens: null,
  outputTokens: null,
  latencyMs: null,
  costUsd: null,
  findings: [],
};
const finding = { label: 'fabrication', toolName: null, parameterName: null };
const replyWith = Array.from(
  { length: 9 },
  (_, count): Reply => ({
    ...nothing,
    findings: Array.from({ length: count }, () => finding),
  }),
);
const withIssues = (count: number): Reply => replyWith[count] ?? nothing;
const hasIssue = ({ findings }: Reply) => (findings?.length ?? 0) > 0;

const minimize = { direction: 'minimize', label: null, minEffect: null } as const;

/** 30% of replies with an issue; each side has one that the other lacks in 10% of pairs, or 5% and 20%. */
export const issueRate: Truth = {
  objective: { ...minimize, metric: 'issue_rate' },
  drawBaseline: (random) => withIssues(random.next() < 0.3 ? 1 : 0),
  drawCandidate(random, baseline, isBetter) {
    const [gone, appeared] = isBetter ? [0.2, 0.05] : [0.1, 0.1];
    if (hasIssue(baseline)) return withIssues(random.next() < gone / 0.3 ? 0 : 1);
    return withIssues(random.next() < appeared / 0.7 ? 1 : 0);
  },
};

/** Few replies have issues, but then several: a skewed count. Better: half of them are gone. */
export const issuesPerReply: Truth = {
  objective: { ...minimize, metric: 'avg_issues_per_evaluation' },
  drawBaseline: (random) => withIssues(drawCount(random)),
  drawCandidate(random, baseline, isBetter) {
    const isAnother = random.next() < 0.5;
    const count = isAnother ? drawCount(random) : (baseline.findings?.length ?? 0);
    return withIssues(isBetter && random.next() < 0.6 ? 0 : count);
  },
};

function drawCount(random: Random): number {
  return random.next() < 0.6 ? 0 : 1 + Math.min(7, Math.floor(-2 * Math.log(1 - random.next())));
}

/** Lognormal latencies of which half depends on the conversation. Better: 15% faster. */
const latency = (metric: 'avg_response_latency_ms' | 'max_response_latency_ms', factor: number): Truth => ({
  objective: { ...minimize, metric },
  drawBaseline: (random) => ({ ...nothing, latencyMs: 1000 * Math.exp(0.6 * drawNormal(random)) }),
  drawCandidate(random, { latencyMs }, isBetter) {
    const same = Math.log((latencyMs ?? 1000) / 1000) / 0.6;
    // Exchangeable with the baseline: bivariate normal logarithms with a correlation of one half.
    const drawn = 1000 * Math.exp(0.6 * (same / 2 + Math.sqrt(3 / 4) * drawNormal(random)));
    return { ...nothing, latencyMs: isBetter ? factor * drawn : drawn };
  },
});
export const meanLatency = latency('avg_response_latency_ms', 0.8);
export const maxLatency = latency('max_response_latency_ms', 0.5);

/** Box and Muller (1958). */
function drawNormal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}
