import { z } from 'zod';
import { defaultLabels, type JudgedMessage } from '../../../packages/detector';
import { fromOpenAI, judgeableMessagesSchema, toolsSchema } from '../../../packages/formats';
import type { Usage, Verdict } from '../../conversations/evaluations/verdict';
import type { Line } from '../../conversations/transfer/read-lines';
import { generationInfoSchema, toGeneration } from '../../evaluation/detection/generation-info';
import type { Evaluator } from '../../evaluation/judgment/evaluator';
import { judge } from '../../evaluation/judgment/judge';
import { parseWith } from '../../platform/http/problems';
import { describeProblems } from './describe-problems';

const issueConfig = { labels: [...defaultLabels], domainContext: null };

const idSchema = z.union([z.string(), z.number()]);
const conversationSchema = z.looseObject({
  id: idSchema.nullish(),
  messages: judgeableMessagesSchema,
  tools: toolsSchema.nullish(),
  generation_info: generationInfoSchema.nullish(),
});

/** The line's own id; null without one. */
export type LineId = string | number | null;

/**
 * The result of a line. `ms` is the time of the evaluator only; `usage` of a fault is what failed calls of a
 * judge have used.
 */
export type JudgedLine =
  | { number: number; id: LineId; verdict: Verdict; ms: number }
  | { number: number; id: LineId; fault: string; usage?: Usage };

/**
 * Judges the conversation of one JSON line, with the labels of a new workspace. Unreadable lines and errors
 * of the evaluator become a `fault`.
 * @throws the reason of an aborted `signal`
 */
export async function judgeLine(
  evaluator: Evaluator,
  { number, bytes }: Line,
  signal: AbortSignal,
): Promise<JudgedLine> {
  if (bytes === null) return { number, id: null, fault: 'longer than 16 MiB' };
  const value = parseJson(bytes);
  if (value === undefined) return { number, id: null, fault: 'not JSON' };
  const checked = parseWith(conversationSchema, value, 'body');
  if (!checked.ok) {
    return { number, id: idOf(value), fault: describeProblems(checked.problems, 1, 'line') };
  }

  const { id = null, messages, tools, generation_info: info } = checked.value;
  const generation = info ? toGeneration(info) : null;
  const judged = messages.map(
    (message, index): JudgedMessage =>
      index < messages.length - 1 ? fromOpenAI(message) : { ...fromOpenAI(message), generation },
  );
  const input = { messages: judged, tools: tools ?? [], issueConfig };
  let spent: { usage?: Usage } = {};
  const onFailed = (usage: Usage) => {
    spent = { usage };
  };
  const startedAt = performance.now();
  try {
    const verdict = await judge(evaluator, input, { signal, onFailed });
    return { number, id, verdict, ms: performance.now() - startedAt };
  } catch (error) {
    signal.throwIfAborted();
    return { number, id, fault: describeFailure(error), ...spent };
  }
}

/** The fault of a line on which the evaluator failed. */
export function describeFailure(error: unknown): string {
  return `not judged: ${error instanceof Error ? error.message : String(error)}`;
}

/** Undefined for text that is not JSON. */
function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

function idOf(value: unknown): LineId {
  return idSchema.safeParse((value as { id?: unknown } | null)?.id).data ?? null;
}
