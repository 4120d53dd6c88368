import type { Verdict } from '../../conversations/evaluations/verdict';
import type { Message } from '../../conversations/transcript/message';
import { enforceOffsets } from './anchoring';
import type { EvaluateOptions, EvaluationInput, Evaluator } from './evaluator';

/**
 * Judges the last message of `input`. Whatever the evaluator answers, the text of every annotation that comes
 * back is the slice at its offsets; the others are dropped and counted in `unanchored`.
 * @throws what the evaluator throws: AppErrors that are worth a retry, and the reason of an aborted signal
 */
export async function judge(
  evaluator: Evaluator,
  input: EvaluationInput,
  options: EvaluateOptions,
): Promise<Verdict> {
  const reply = input.messages.at(-1);
  if (reply === undefined) throw new RangeError('A conversation without messages has no reply to judge');
  return anchored(await evaluator.evaluate(input, options), reply);
}

/** The verdict on a reply without annotations whose text is not the slice at their offsets. */
export function anchored(verdict: Verdict, reply: Message): Verdict {
  if (verdict.status === 'no_verdict') return verdict;
  const { annotations, dropped } = enforceOffsets(verdict.annotations, reply);
  return { ...verdict, annotations, unanchored: verdict.unanchored + dropped };
}
