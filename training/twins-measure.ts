import type { Annotation, Verdict } from '../src/conversations/evaluations/verdict';
import { fromOpenAI, type OpenAIMessage } from '../src/conversations/transcript/openai-messages';
import { defaultLabels } from '../src/evaluation/issue-config/default-labels';
import type { Evaluator } from '../src/evaluation/judgment/evaluator';
import { codePointConverter } from '../src/platform/text/code-points';
import type { Range, Twin } from './twins';

/** The verdicts of an evaluator on both replies of a twin. */
export interface TwinOutcome {
  twin: Twin;
  /** No annotation touches the place in the clean reply. */
  isCleanAtPlace: boolean;
  /** An annotation touches the place in the changed reply. */
  isFound: boolean;
  /** The changed reply has the greater score; null counts as 0. */
  isRanked: boolean;
}

/** Judges both replies of every twin, one after the other. */
export async function measureTwins(evaluator: Evaluator, twins: Twin[]): Promise<TwinOutcome[]> {
  const outcomes: TwinOutcome[] = [];
  for (const twin of twins) {
    const clean = await judgeReply(evaluator, twin, twin.clean.text);
    const changed = await judgeReply(evaluator, twin, twin.changed.text);
    outcomes.push({
      twin,
      isCleanAtPlace: !touches(clean.annotations, twin.clean),
      isFound: touches(changed.annotations, twin.changed),
      isRanked: (changed.score ?? 0) > (clean.score ?? 0),
    });
  }
  return outcomes;
}

/** The conversation of a twin with `text` as the reply. */
export function conversationWith({ origin }: Pick<Twin, 'origin'>, text: string): OpenAIMessage[] {
  return [...origin.messages.slice(0, -1), { role: 'assistant', content: text }];
}

async function judgeReply(
  evaluator: Evaluator,
  twin: Twin,
  text: string,
): Promise<Extract<Verdict, { status: 'completed' }>> {
  const messages = conversationWith(twin, text).map(fromOpenAI);
  const issueConfig = { labels: [...defaultLabels], domainContext: null };
  const verdict = await evaluator.evaluate(
    { messages, tools: [], issueConfig },
    { signal: new AbortController().signal },
  );
  if (verdict.status !== 'completed') throw new Error(`${twin.id} got no verdict: ${verdict.reason}`);
  return verdict;
}

function touches(annotations: Annotation[], { text, place }: { text: string; place: Range }): boolean {
  const toOffset = codePointConverter(text);
  const start = toOffset(place.start);
  const end = toOffset(place.end);
  return annotations.some((annotation) => annotation.startOffset < end && annotation.endOffset > start);
}
