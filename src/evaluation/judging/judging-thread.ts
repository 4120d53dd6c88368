import type { EvaluationInput } from '../../../packages/detector';
import type { Verdict } from '../../conversations/evaluations/verdict';
import { createGroundingEvaluator } from '../evaluators/grounding-evaluator';
import { warmUp } from './warm-up';

/** A thread of the judging pool. It receives replies of a conversation and returns verdicts. */
const evaluator = createGroundingEvaluator();
const { signal } = new AbortController(); // never aborted: tasks of a thread are short

export interface RepliesInput {
  conversation: EvaluationInput;
  /** Of the messages to judge, ascending. */
  positions: readonly number[];
}

/** Returns verdicts on the first messages, as many as the time limit allows. */
export async function judgeReplies({ conversation, positions }: RepliesInput): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const onVerdict = (_: number, verdict: Verdict) => verdicts.push(verdict);
  await evaluator.evaluateReplies(conversation, positions, { signal, onVerdict });
  return verdicts;
}

const warmed = warmUp(evaluator);

export function isReady(): Promise<void> {
  return warmed;
}
