import { randomBytes } from 'node:crypto';
import { type Message, type MessagePart, partText, type ToolDefinition } from '../../conversations/message';
import type { EvaluationInput } from '../evaluator';
import { judgeInstructions } from './judge-instructions';
import { judgedText } from './judged-text';

/**
 * The messages that ask a model to judge the last message of a conversation. All text from the conversation
 * stands between fences that carry a random word of this call, which the conversation cannot know: what it
 * says about judging, or about where the data ends, stays data.
 */
export function makeJudgePrompt({ messages, tools, issueConfig }: EvaluationInput): Message[] {
  const nonce = randomBytes(16).toString('hex');
  const fence: Fence = (text) => `<<<${nonce}\n${text}\n${nonce}>>>`;
  const reply = messages.at(-1);
  const sections = [
    '# Conversation before the reply',
    ...conversationSegments(messages.slice(0, -1), fence),
    '# Tools the assistant could call',
    tools.length === 0 ? '(none)' : tools.map((tool) => fence(toolText(tool))).join('\n'),
    '# Reply to judge',
    ...(reply?.parts ?? []).flatMap((part, index) => replySegment(part, index, fence)),
  ];
  return [
    textMessage('system', judgeInstructions(issueConfig, nonce)),
    textMessage('user', sections.join('\n\n')),
  ];
}

type Fence = (text: string) => string;

function conversationSegments(messages: readonly Message[], fence: Fence): string[] {
  let evidenceCount = 0;
  const segments = messages.flatMap(({ role, parts }) =>
    parts.map((part) => {
      if (role === 'assistant' && part.type !== 'tool_call_response') {
        return `[context] assistant, ${describePart(part, fence)}`;
      }
      evidenceCount += 1;
      return `[E${evidenceCount}] ${role}, ${describePart(part, fence)}`;
    }),
  );
  return segments.length === 0 ? ['(none)'] : segments;
}

function replySegment(part: MessagePart, index: number, fence: Fence): string[] {
  return judgedText(part) === null ? [] : [`[part ${index}] ${describePart(part, fence)}`];
}

/** The kind of a part in our words, its text between fences. */
function describePart(part: MessagePart, fence: Fence): string {
  switch (part.type) {
    case 'tool_call':
      return `call of the tool\n${fence(part.name)}\nwith the arguments\n${fence(part.arguments)}`;
    case 'tool_call_response':
      return `tool result:\n${fence(part.response)}`;
    case 'text':
    case 'refusal':
    case 'reasoning':
      return `${part.type}:\n${fence(part.content)}`;
    case 'file':
      return 'file attachment, not shown';
    default:
      return `${part.modality} attachment, not shown`;
  }
}

function toolText({ name, description, parameters }: ToolDefinition): string {
  return JSON.stringify({ name, description, parameters });
}

/** In UTF-16 units. */
export function promptLength(prompt: readonly Message[]): number {
  return prompt.flatMap(({ parts }) => parts).reduce((sum, part) => sum + (partText(part)?.length ?? 0), 0);
}

function textMessage(role: Message['role'], content: string): Message {
  return { role, name: null, parts: [{ type: 'text', content }] };
}
