import type { Message, MessagePart, ToolDefinition } from '../../formats';
import type { Annotation } from '../contract/annotation';
import type { EvaluationInput } from '../contract/evaluation-input';
import { issueKinds } from '../contract/issue-label';
import { findUngroundedSpans, type UngroundedSpans } from '../find-ungrounded-spans';
import { loadGroundingModel } from '../model/grounding-model';

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
