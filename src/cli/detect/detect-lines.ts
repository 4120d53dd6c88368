import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  toAnnotationWire,
  toCoverageWire,
  toUsageWire,
} from '../../conversations/evaluations/evaluation.schema';
import type { Line } from '../../conversations/transfer/read-lines';
import type { LineCounts } from './exit-code';
import type { JudgedLine } from './judge-line';
import type { LineJudge } from './line-judge';
import { mapInOrder } from './ordered-map';

export interface DetectionRun {
  lines: AsyncIterable<Line>;
  judge: LineJudge;
  /** Ended after the last line, unless it is stdout. */
  output: Writable;
  /** Called with each line that is written. */
  onJudged(line: JudgedLine): void;
}

/**
 * Judges lines and writes a result line for each, in the same order, in constant memory.
 * @throws errors of reading, judging or writing, after complete lines were written for everything judged
 * before
 */
export async function detectLines({ lines, judge, output, onJudged }: DetectionRun): Promise<LineCounts> {
  const counts: LineCounts = { withIssues: 0, clean: 0, notJudged: 0, noVerdict: 0, faulty: 0 };
  const failures: unknown[] = [];
  const written = async function* () {
    try {
      for await (const judged of mapInOrder(lines, judge.atOnce, (line) => judge.judge(line))) {
        counts[kindOf(judged)] += 1;
        yield `${JSON.stringify(toLineWire(judged))}\n`;
        onJudged(judged);
      }
    } catch (error) {
      failures.push(error); // thrown into the pipeline, it would drop lines not yet written
    }
  };
  await pipeline(written, output);
  if (failures.length > 0) throw failures[0];
  return counts;
}

function kindOf(judged: JudgedLine): keyof LineCounts {
  if ('fault' in judged) return 'faulty';
  if (judged.verdict.status === 'no_verdict') return 'noVerdict';
  if (judged.verdict.status === 'not_judgeable') return 'notJudged';
  return judged.verdict.annotations.length > 0 ? 'withIssues' : 'clean';
}

/**
 * The fields of an HTTP detection response. A line without a verdict has no `annotations`, so it cannot be
 * taken for a clean one.
 */
function toLineWire(judged: JudgedLine) {
  const { id } = judged;
  if ('fault' in judged) {
    const { number: line, fault: error, usage } = judged;
    return { id, line, error, ...(usage && { usage: toUsageWire(usage) }) };
  }
  const { verdict } = judged;
  const usage = toUsageWire(verdict.usage);
  const coverage = toCoverageWire(verdict.coverage);
  if (verdict.status === 'no_verdict') {
    return { id, no_verdict: { reason: verdict.reason, message: verdict.message }, usage, coverage };
  }
  if (verdict.status === 'not_judgeable') {
    const outcome = { verdict: verdict.status, verdict_reason: verdict.reason };
    return { id, score: null, annotations: [], usage, ...outcome, unanchored: 0, coverage };
  }
  const { status, score, annotations, unanchored } = verdict;
  const outcome = { verdict: status, verdict_reason: null };
  return {
    id,
    score,
    annotations: annotations.map(toAnnotationWire),
    usage,
    ...outcome,
    unanchored,
    coverage,
  };
}
