import { fromOpenAI, type OpenAIMessage } from '../../formats';
import { codePointConverter } from '../../text';
import type { Annotation } from '../contract/annotation';
import { defaultLabels } from '../contract/default-labels';
import { findUngroundedSpans, type UngroundedSpans } from '../find-ungrounded-spans';
import type { GroundingModel } from '../model/grounding-model';
import type { Range, Twin } from './twins';

/** The findings in both replies of a twin. */
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
export function measureTwins(model: GroundingModel, twins: Twin[]): TwinOutcome[] {
  return twins.map((twin) => {
    const clean = judgeReply(model, twin, twin.clean.text);
    const changed = judgeReply(model, twin, twin.changed.text);
    return {
      twin,
      isCleanAtPlace: !touches(clean.annotations, twin.clean),
      isFound: touches(changed.annotations, twin.changed),
      isRanked: (changed.score ?? 0) > (clean.score ?? 0),
    };
  });
}

/** The conversation of a twin with `text` as the reply. */
export function conversationWith({ origin }: Pick<Twin, 'origin'>, text: string): OpenAIMessage[] {
  return [...origin.messages.slice(0, -1), { role: 'assistant', content: text }];
}

function judgeReply(model: GroundingModel, twin: Twin, text: string): UngroundedSpans {
  const messages = conversationWith(twin, text).map(fromOpenAI);
  const issueConfig = { labels: [...defaultLabels], domainContext: null };
  const spans = findUngroundedSpans({ messages, tools: [], issueConfig }, model);
  // What is quoted in another language is not called clean, and counts as not found.
  if (spans.notJudgeable !== null && spans.notJudgeable !== 'language')
    throw new Error(`${twin.id} is not judgeable: ${spans.notJudgeable}`);
  return spans;
}

function touches(annotations: Annotation[], { text, place }: { text: string; place: Range }): boolean {
  const toOffset = codePointConverter(text);
  const start = toOffset(place.start);
  const end = toOffset(place.end);
  return annotations.some((annotation) => annotation.startOffset < end && annotation.endOffset > start);
}
