import { defaultLabels, type IssueConfig } from '../../../packages/detector';
import type { Usage, Verdict } from '../../conversations/evaluations/verdict';
import type { Line } from '../../conversations/transfer/read-lines';
import type { Evaluator } from '../../evaluation/judgment/evaluator';
import { judge } from '../../evaluation/judgment/judge';
import { type LineIds, readConversation } from './line-conversation';

/** That of a new workspace. */
export const defaultIssueConfig: IssueConfig = { labels: [...defaultLabels], domainContext: null };

/**
 * The result of a line. `ms` is the time of the evaluator only; `usage` of a fault is what failed calls of a
 * judge have used.
 */
export type JudgedLine = LineIds & { number: number } & (
    | { verdict: Verdict; ms: number }
    | { fault: string; usage?: Usage }
  );

/**
 * Judges the conversation of one JSON line. Unreadable lines and errors of the evaluator become a `fault`.
 * @throws the reason of an aborted `signal`
 */
export async function judgeLine(
  evaluator: Evaluator,
  issueConfig: IssueConfig,
  { number, bytes }: Line,
  signal: AbortSignal,
): Promise<JudgedLine> {
  const read = readConversation(bytes);
  if ('fault' in read) return { number, ...read };
  const { id, externalId = null, messages, tools } = read;
  let spent: { usage?: Usage } = {};
  const onFailed = (usage: Usage) => {
    spent = { usage };
  };
  const startedAt = performance.now();
  try {
    const verdict = await judge(evaluator, { messages, tools, issueConfig }, { signal, onFailed });
    return { number, id, externalId, verdict, ms: performance.now() - startedAt };
  } catch (error) {
    signal.throwIfAborted();
    return { number, id, externalId, fault: describeFailure(error), ...spent };
  }
}

/** The fault of a line on which the evaluator failed. */
export function describeFailure(error: unknown): string {
  return `not judged: ${error instanceof Error ? error.message : String(error)}`;
}
