import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Message, MessagePart, OpenAIMessage } from '../../../formats';
import { packageFolder } from '../../base/package-folder';
import { defaultLabels } from '../../contract/default-labels';
import type { EvaluationInput } from '../../contract/evaluation-input';
import { findUngroundedSpans, type UngroundedSpans } from '../../find-ungrounded-spans';
import { loadGroundingModel } from '../../model/grounding-model';
import { isEnglish } from '../../text/language';
import type { LabeledCase } from '../../training/labeled-data';

export function message(role: Message['role'], ...parts: (MessagePart | string)[]): Message {
  return {
    role,
    name: null,
    parts: parts.map((part) => (typeof part === 'string' ? { type: 'text', content: part } : part)),
  };
}

/** The findings in the last message, with the default labels unless `input` has others. */
export function judge(input: Partial<EvaluationInput>): UngroundedSpans {
  const issueConfig = { labels: [...defaultLabels], domainContext: null };
  return findUngroundedSpans({ messages: [], tools: [], issueConfig, ...input }, loadGroundingModel());
}

/** The same for a message that can be judged. @throws Error for others */
export function evaluate(input: Partial<EvaluationInput>): UngroundedSpans {
  const spans = judge(input);
  if (spans.notJudgeable !== null) throw new Error(`Not judgeable: ${spans.notJudgeable}`);
  return spans;
}

/** The findings in `reply` to one user message. */
export function evaluateReply(evidence: string, reply: string): UngroundedSpans {
  return evaluate({ messages: [message('user', evidence), message('assistant', reply)] });
}

/** The conversations of the demo as labeled cases; one with a planted error counts as hallucinated. */
export function readDemoCases(): LabeledCase[] {
  interface DemoLine {
    external_id: string;
    tags: { kind: string };
    messages: OpenAIMessage[];
    planted: unknown[];
  }
  return readFileSync(join(packageFolder, '../../demo/conversations.ndjson'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as DemoLine)
    .map(({ external_id, tags, messages, planted }) => ({
      id: external_id,
      task: tags.kind,
      source: external_id,
      hallucinated: planted.length > 0,
      messages,
    }));
}

/** One conversation of the demo is in German, whose sentences are compared in another way. */
export const isInEnglish = ({ messages }: LabeledCase): boolean =>
  messages.every(({ content }) => typeof content !== 'string' || isEnglish(content));
