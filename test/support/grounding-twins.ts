import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Annotation, Verdict } from '../../src/conversations/evaluations/verdict';
import type { Message, MessagePart } from '../../src/conversations/transcript/message';
import type { OpenAIMessage } from '../../src/conversations/transcript/openai-messages';
import { createGroundingEvaluator } from '../../src/evaluation/grounding/grounding-evaluator';
import { defaultLabels } from '../../src/evaluation/issue-config/default-labels';
import type { EvaluationInput } from '../../src/evaluation/judgment/evaluator';
import type { LabeledCase } from '../../training/labeled-data';

export type CompletedVerdict = Extract<Verdict, { status: 'completed' }>;

export function message(role: Message['role'], ...parts: (MessagePart | string)[]): Message {
  return {
    role,
    name: null,
    parts: parts.map((part) => (typeof part === 'string' ? { type: 'text', content: part } : part)),
  };
}

/**
 * The verdict of a new embedded evaluator on the last message, of any status, with the default labels unless
 * `input` has others.
 */
export function judge(input: Partial<EvaluationInput>): Promise<Verdict> {
  const issueConfig = { labels: [...defaultLabels], domainContext: null };
  return createGroundingEvaluator().evaluate(
    { messages: [], tools: [], issueConfig, ...input },
    { signal: new AbortController().signal },
  );
}

/** The annotations of a verdict; none of a message that cannot be judged. */
export function annotationsOf(verdict: Verdict): Annotation[] {
  return verdict.status === 'completed' ? verdict.annotations : [];
}

/** The verdict of `judge` on a message that can be judged. @throws Error for another status */
export async function evaluate(input: Partial<EvaluationInput>): Promise<CompletedVerdict> {
  const verdict = await judge(input);
  if (verdict.status !== 'completed') throw new Error(`No verdict: ${verdict.reason}`);
  return verdict;
}

/** The verdict on `reply` to one user message. */
export function evaluateReply(evidence: string, reply: string): Promise<CompletedVerdict> {
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
  return readFileSync(join(__dirname, '../../demo/conversations.ndjson'), 'utf8')
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
