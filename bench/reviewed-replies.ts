import { judgeInThreads } from '../src/cli/detect/line-judge';
import { mapInOrder } from '../src/cli/detect/ordered-map';
import { openLines } from '../src/cli/shared/line-source';
import type { Line } from '../src/conversations/transfer/read-lines';
import { readLabels } from '../src/evaluation/accuracy/labeled-case';

/** Issues of a reply, by the people who labeled it and by an evaluator. */
export interface ReviewedReply {
  labeledIssues: number;
  reportedIssues: number;
  /** Words that only a lower threshold reports, in a reply without reported issues. */
  suspectedWords: number;
  /** What the evaluator says of the whole reply. */
  score: number;
  /** The highest of a finding; 0 without one. */
  confidence: number;
  task: string | null;
  /** From 1. */
  line: number;
}

/** Judges every labeled reply of a file with the embedded evaluator; those without a verdict are left out. */
export async function readReviewedReplies(path: string): Promise<ReviewedReply[]> {
  const judge = judgeInThreads('auto');
  const replies: ReviewedReply[] = [];
  try {
    const lines = openLines(path, new AbortController().signal);
    const judged = mapInOrder(lines, judge.atOnce, async (line) => ({
      line,
      result: await judge.judge(line),
    }));
    for await (const { line, result } of judged) {
      if ('fault' in result) throw new Error(`line ${line.number}: ${result.fault}`);
      const { verdict } = result;
      if (verdict.status !== 'completed') continue;
      const { annotations, suspected = [], score } = verdict;
      replies.push({
        ...readLabeled(line),
        reportedIssues: annotations.length,
        suspectedWords: suspected.length,
        score: score ?? 0,
        confidence: Math.max(0, ...annotations.map(({ confidence }) => confidence ?? 0)),
      });
    }
  } finally {
    await judge.close();
  }
  return replies;
}

function readLabeled({ bytes, number }: Line): Pick<ReviewedReply, 'labeledIssues' | 'task' | 'line'> {
  const { spans, isHallucinated, task } = readLabels(JSON.parse(bytes?.toString('utf8') ?? ''), number);
  return { labeledIssues: spans?.length ?? Number(isHallucinated), task, line: number };
}
