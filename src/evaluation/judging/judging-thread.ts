import type { EvaluationInput } from '../../../packages/detector';
import type { Verdict } from '../../conversations/evaluations/verdict';
import { createGroundingEvaluator } from '../evaluators/grounding-evaluator';

/** A thread of the judging pool. It receives replies of a conversation and returns verdicts. */
const evaluator = createGroundingEvaluator();
const { signal } = new AbortController(); // never aborted: tasks of a thread are short

export interface RepliesInput {
  conversation: EvaluationInput;
  /** Of the messages to judge, ascending. */
  positions: number[];
}

/** Returns verdicts on the first messages, as many as the time limit allows. */
export async function judgeReplies({ conversation, positions }: RepliesInput): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const onVerdict = (_: number, verdict: Verdict) => verdicts.push(verdict);
  await evaluator.evaluateReplies(conversation, positions, { signal, onVerdict });
  return verdicts;
}

/** Judges a small conversation, so that all code is loaded and compiled before the first task. */
async function warmUp(): Promise<void> {
  const conversation: EvaluationInput = {
    messages: [
      { role: 'user', name: null, parts: [{ type: 'text', content: 'Order 1042 ships on 3 May.' }] },
      { role: 'assistant', name: null, parts: [{ type: 'text', content: 'It ships on 5 May.' }] },
    ],
    tools: [],
    issueConfig: { labels: [{ name: 'fabrication', description: '' }], domainContext: null },
  };
  await judgeReplies({ conversation, positions: [1] });
}

const warmed = warmUp();

export function isReady(): Promise<void> {
  return warmed;
}
