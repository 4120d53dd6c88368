import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Line } from '../../conversations/transfer/read-lines';
import type { Baseline } from './baseline';
import type { LineCounts } from './exit-code';
import type { JudgedLine } from './judge-line';
import type { LineJudge } from './line-judge';
import { mapInOrder } from './ordered-map';

/** A line with its result. */
export interface DetectedLine {
  line: Line;
  judged: JudgedLine;
  /** Whether the baseline lacks each finding; null without a baseline. */
  isNew: boolean[] | null;
}

export interface DetectionRun {
  lines: AsyncIterable<Line>;
  judge: LineJudge;
  /** Null: every finding counts. */
  baseline: Baseline | null;
  /** The text of a result; may be empty. */
  format(detected: DetectedLine): string;
  /** Ended after the last line, unless it is stdout. */
  output: Writable;
  /** Called with each line that is written. */
  onJudged(line: JudgedLine): void;
}

/**
 * Judges lines and writes a result for each, in the same order, in constant memory.
 * @throws errors of reading, judging or writing, after complete lines were written for everything judged
 * before
 */
export async function detectLines(run: DetectionRun): Promise<LineCounts> {
  const { lines, judge, baseline, format, output, onJudged } = run;
  const counts: LineCounts = { withIssues: 0, known: 0, clean: 0, notJudged: 0, noVerdict: 0, faulty: 0 };
  const failures: unknown[] = [];
  const judgeOne = async (line: Line) => ({ line, judged: await judge.judge(line) });
  const written = async function* () {
    try {
      for await (const { line, judged } of mapInOrder(lines, judge.atOnce, judgeOne)) {
        const detected = { line, judged, isNew: baseline === null ? null : baseline.findNew(judged) };
        counts[kindOf(detected)] += 1;
        yield format(detected);
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

function kindOf({ judged, isNew }: DetectedLine): keyof LineCounts {
  if ('fault' in judged) return 'faulty';
  if (judged.verdict.status === 'no_verdict') return 'noVerdict';
  if (judged.verdict.status === 'not_judgeable') return 'notJudged';
  if (judged.verdict.annotations.length === 0) return 'clean';
  return isNew === null || isNew.includes(true) ? 'withIssues' : 'known';
}
