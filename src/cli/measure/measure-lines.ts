import type { Line } from '../../conversations/transfer/read-lines';
import { type CaseOutcome, compare } from '../../evaluation/accuracy/case-outcome';
import { readLabels } from '../../evaluation/accuracy/labeled-case';
import type { LineJudge } from '../detect/line-judge';
import { mapInOrder } from '../detect/ordered-map';

export interface MeasuredLines {
  outcomes: CaseOutcome[];
  /** Lines that are not a labeled conversation, or that the evaluator failed on. */
  faults: { line: number; fault: string }[];
}

/** Judges the conversation of every line and compares the verdicts with the labels. */
export async function measureLines(
  lines: AsyncIterable<Line>,
  judge: LineJudge,
  show: (done: number) => void,
): Promise<MeasuredLines> {
  const measured: MeasuredLines = { outcomes: [], faults: [] };
  const results = mapInOrder(lines, judge.atOnce, (line) => measureLine(line, judge));
  for await (const { line, ...result } of results) {
    if ('fault' in result) measured.faults.push({ line, fault: result.fault });
    else measured.outcomes.push(result.outcome);
    show(measured.outcomes.length + measured.faults.length);
  }
  return measured;
}

async function measureLine(
  line: Line,
  judge: LineJudge,
): Promise<{ line: number; outcome: CaseOutcome } | { line: number; fault: string }> {
  const result = await judge.judge(line);
  if ('fault' in result) return { line: line.number, fault: result.fault };
  try {
    const labeled = readLabels(JSON.parse(line.bytes?.toString('utf8') ?? ''), line.number);
    return { line: line.number, outcome: compare(labeled, result.verdict, result.ms) };
  } catch (error) {
    return { line: line.number, fault: error instanceof Error ? error.message : String(error) };
  }
}
