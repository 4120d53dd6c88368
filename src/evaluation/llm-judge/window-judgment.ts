import { runInSlices } from '../../../packages/concurrency';
import type { EvaluationInput } from '../../../packages/detector';
import type { Message } from '../../../packages/formats';
import { type Issue, type PlacedFindings, placeFindings } from './finding-places';
import type { JudgeCalls } from './judge-calls';
import type { JudgeFailure } from './judge-failure';
import { type Finding, findingsReplySchema, parseFindings } from './judge-findings';
import { buildJudgePrompt } from './judge-prompt';
import type { JudgeRequest } from './judge-request';
import type { JudgeWindow } from './judge-windows';
import { mergeWindows, withoutRepeats } from './merge-issues';

export interface WindowJudgment {
  issues: Issue[];
  unanchored: number;
  /** The windows with a result. */
  examined: JudgeWindow[];
  /** Set if a window has no result; the issues are incomplete then. */
  failure: JudgeFailure | null;
}

/** Judges each window and merges their issues; `windows` is a result of `planWindows`. */
export async function judgeWindows(
  windows: readonly JudgeWindow[][],
  reply: Message,
  input: EvaluationInput,
  calls: JudgeCalls,
  signal: AbortSignal,
): Promise<WindowJudgment> {
  const all = windows.flat();
  const { results, failure } = await calls.callAll(all.map((window) => buildWindowRequest(window, input)));
  const { labels } = input.issueConfig;
  const placed = new Map<JudgeWindow, PlacedFindings>();
  for (const [index, window] of all.entries()) {
    const placing = placeFindings(results[index] ?? [], window, reply, labels);
    placed.set(window, await runInSlices(placing, signal));
  }
  const issuesOf = (window: JudgeWindow) => placed.get(window)?.issues ?? [];
  return {
    issues: withoutRepeats(windows.flatMap((stretch) => mergeWindows(stretch.map(issuesOf)))),
    unanchored: [...placed.values()].reduce((sum, { unanchored }) => sum + unanchored, 0),
    examined: all.filter((_, index) => results[index] !== undefined),
    failure,
  };
}

function buildWindowRequest(window: JudgeWindow, input: EvaluationInput): JudgeRequest<Finding[]> {
  return {
    prompt: (nonce) => buildJudgePrompt(window, input, nonce),
    replySchema: findingsReplySchema(input.issueConfig.labels),
    parse: parseFindings,
  };
}
