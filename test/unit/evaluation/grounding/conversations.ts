import type { Annotation } from '../../../../src/conversations/evaluations/verdict';
import type { Message, MessagePart, ToolDefinition } from '../../../../src/conversations/transcript/message';
import {
  findUngroundedSpans,
  type UngroundedSpans,
} from '../../../../src/evaluation/grounding/find-ungrounded-spans';
import { loadGroundingModel } from '../../../../src/evaluation/grounding/model/grounding-model';
import type { EvaluationInput } from '../../../../src/evaluation/judgment/evaluator';
import { issueKinds } from '../../../../src/evaluation/judgment/issue-label';

export const allLabels = issueKinds.map((name) => ({ name, description: name }));

export function makeMessage(role: Message['role'], ...parts: (MessagePart | string)[]): Message {
  return {
    role,
    name: null,
    parts: parts.map((part) => (typeof part === 'string' ? { type: 'text', content: part } : part)),
  };
}

export function makeInput(messages: Message[], tools: ToolDefinition[] = []): EvaluationInput {
  return { messages, tools, issueConfig: { labels: allLabels, domainContext: null } };
}

/** What the evaluator with the shipped weights finds. */
export const findSpans = (input: EvaluationInput): UngroundedSpans =>
  findUngroundedSpans(input, loadGroundingModel());

/** The annotations of a reply to one user message. */
export function judge(evidence: string, reply: string): Annotation[] {
  return findSpans(makeInput([makeMessage('user', evidence), makeMessage('assistant', reply)])).annotations;
}

/** The annotations of a reply that calls one tool. */
export function judgeCall(request: string, args: string, tools: ToolDefinition[] = []): Annotation[] {
  const call: MessagePart = { type: 'tool_call', id: null, name: 'search', arguments: args };
  return findSpans(makeInput([makeMessage('user', request), makeMessage('assistant', call)], tools))
    .annotations;
}

export const textsOf = (annotations: readonly { text: string }[]): string[] =>
  annotations.map(({ text }) => text);
