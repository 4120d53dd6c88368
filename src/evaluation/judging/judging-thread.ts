import type { Verdict } from '../../conversations/evaluations/verdict';
import { createGroundingEvaluator } from '../grounding/grounding-evaluator';
import type { EvaluationInput } from '../judgement/evaluator';

/** A thread of the judging pool: replies of a conversation come in, verdicts go out. */
const evaluator = createGroundingEvaluator();
const { signal } = new AbortController(); // a task of a thread is short and runs to its end

export interface RepliesInput {
  conversation: EvaluationInput;
  /** Of the messages to judge, ascending. */
  positions: number[];
}

/** The verdicts on the first of the messages: those that there was time for. */
export async function judgeReplies({ conversation, positions }: RepliesInput): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const onVerdict = (_: number, verdict: Verdict) => verdicts.push(verdict);
  await evaluator.evaluateReplies(conversation, positions, { signal, onVerdict });
  return verdicts;
}

/** Judges something small, so that everything is loaded and compiled before the first task. */
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
