import type { EvaluationInput } from '../../../packages/detector';
import type { Message } from '../../../packages/formats';
import { withDoubles } from '../../../packages/text';
import type { Verdict } from '../../conversations/evaluations/verdict';
import { enforceOffsets } from './enforce-offsets';
import type { EvaluateOptions, Evaluator } from './evaluator';

/**
 * Judges the last message of `input`. In the returned verdict, the text of every annotation is the slice at
 * its offsets; other annotations are dropped and counted in `unanchored`. If all are dropped there is no verdict.
 * @throws like the evaluator: AppErrors that can be retried, and the abort reason of the signal
 */
export async function judge(
  evaluator: Evaluator,
  input: EvaluationInput,
  options: EvaluateOptions,
): Promise<Verdict> {
  const reply = input.messages.at(-1);
  if (reply === undefined) throw new RangeError('A conversation without messages has no reply to judge');
  return dropUnanchored(await evaluator.evaluate(toCopyable(input), options), reply);
}

/** The input with plain numbers: threads and processes get a copy, in which exact numbers would be empty objects. */
export function toCopyable(input: EvaluationInput): EvaluationInput {
  return { ...input, tools: withDoubles(input.tools) };
}

/** Drops annotations whose text is not the slice at their offsets. A reply of which only such are reported is not clean. */
export function dropUnanchored(verdict: Verdict, reply: Message): Verdict {
  if (verdict.status !== 'completed') return verdict;
  const { annotations, dropped } = enforceOffsets(verdict.annotations, reply);
  const unanchored = verdict.unanchored + dropped;
  if (unanchored > 0 && annotations.length === 0) {
    const message = `None of the reported findings could be located in the reply: ${unanchored}`;
    const { usage, coverage } = verdict;
    return { status: 'no_verdict', reason: 'unanchored', message, usage, coverage };
  }
  const suspected = verdict.suspected && enforceOffsets(verdict.suspected, reply).annotations;
  return {
    ...verdict,
    annotations,
    ...(suspected && { suspected }),
    unanchored,
  };
}
