import { runInSlices } from '../../../packages/concurrency';
import type { EvaluationInput } from '../../../packages/detector';
import type { Message } from '../../../packages/formats';
import { type Issue, type PlacedFindings, placeFindings } from './finding-places';
import type { JudgeCalls } from './judge-calls';
import type { JudgeFailure } from './judge-failure';
import { type Finding, findingsReplySchema, parseFindings } from './judge-findings';
import { judgeLabels } from './judge-labels';
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

/**
 * Judges each window and merges their issues; `windows` is a result of `planWindows`. If nothing that was reported has a
 * place in the reply, the windows that reported it are judged once more.
 */
export async function judgeWindows(
  windows: readonly JudgeWindow[][],
  reply: Message,
  input: EvaluationInput,
  calls: JudgeCalls,
  signal: AbortSignal,
): Promise<WindowJudgment> {
  const all = windows.flat();
  const placed = new Map<JudgeWindow, PlacedFindings>();
  const labels = judgeLabels(input.issueConfig.labels);
  const replySchema = findingsReplySchema(labels);

  async function judgeAll(asked: readonly JudgeWindow[]): Promise<JudgeFailure | null> {
    const requests = asked.map((window): JudgeRequest<Finding[]> => {
      const unanchored = unanchoredOf(window);
      return {
        prompt: (nonce) => buildJudgePrompt(window, input, nonce, unanchored),
        replySchema,
        parse: parseFindings,
      };
    });
    const { results, failure } = await calls.callAll(requests);
    for (const [index, window] of asked.entries()) {
      const findings = results[index];
      if (findings === undefined) continue;
      placed.set(window, await runInSlices(placeFindings(findings, window, reply, labels), signal));
    }
    return failure;
  }

  const unanchoredOf = (window: JudgeWindow) => placed.get(window)?.unanchored ?? [];
  const issuesOf = (window: JudgeWindow) => placed.get(window)?.issues ?? [];
  const mergeAll = () => withoutRepeats(windows.flatMap((stretch) => mergeWindows(stretch.map(issuesOf))));

  let failure = await judgeAll(all);
  if (failure === null && mergeAll().length === 0) {
    failure = await judgeAll(all.filter((window) => unanchoredOf(window).length > 0));
  }
  return {
    issues: mergeAll(),
    unanchored: all.flatMap(unanchoredOf).length,
    examined: all.filter((window) => placed.has(window)),
    failure,
  };
}
