import { defaultLabels, type EvaluationInput } from '../../../packages/detector';
import type { GroundingEvaluator } from '../evaluators/grounding-evaluator';

/** With what most replies have: numbers, dates, names, a list, a courtesy. */
const conversation: EvaluationInput = {
  messages: [
    text('user', 'Hi! Order 1042 of Ann Lee ships on 3 May from Lyon for $14.50. When does it arrive?'),
    text(
      'assistant',
      'Thanks for asking, Ann. It ships on 5 May:\n\n- from **Paris**, for €20\n- in 3 boxes, by "Blue Post"\n\nPlease let me know.',
    ),
  ],
  tools: [],
  issueConfig: { labels: [...defaultLabels], domainContext: null },
};

/** Judges a conversation, so that all code is loaded; twice, because V8 compiles a pattern when it is used again. */
export async function warmUp(evaluator: GroundingEvaluator): Promise<void> {
  const { signal } = new AbortController();
  for (let time = 0; time < 2; time += 1) await evaluator.evaluate(conversation, { signal });
}

function text(role: 'user' | 'assistant', content: string): EvaluationInput['messages'][number] {
  return { role, name: null, parts: [{ type: 'text', content }] };
}
