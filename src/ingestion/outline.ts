import { hash } from 'node:crypto';
import type {
  CallEvent,
  CallMessage,
  GenAiSpan,
  MessagePart,
  ModelCall,
  ToolRun,
} from '../../packages/formats';
import { previewOf } from '../conversations/transcript/build-conversation';
import { reportsError } from '../conversations/transcript/message-facts';
import { systemDigest, systemMessages } from '../conversations/transcript/prompt-version';
import { messageDigest } from './message-digest';

/** The outline of a message. */
export interface OutlinedMessage extends CallMessage {
  digest: string;
  /** The preview of a conversation in which this is the last user message; empty for other roles. */
  preview: string;
  /** As of `systemDigest`; empty for other roles. */
  systemDigest: string;
}

// About the length of a digest; shorter texts are not replaced.
const MAX_TEXT = 48;

/**
 * Spans and events in which each long text is replaced by a digest. Assembling compares texts and checks
 * whether a response is an error, which works the same with digests. So outlines assemble to the outline of
 * the conversation, in memory and time that do not grow with the texts.
 */
export class Outliner {
  // Calls repeat the messages before them: each is stored once.
  private readonly messages = new Map<string, OutlinedMessage>();
  // Histories that were stored once have their messages in common: each is hashed once.
  private readonly outlines = new WeakMap<CallMessage, OutlinedMessage>();
  private readonly tools = new Map<string, ModelCall['tools'][number]>();

  outlineSpan(span: GenAiSpan): GenAiSpan {
    const { call, tool } = span;
    return {
      ...span,
      call: call && { ...this.outlineMessages(call), tools: call.tools.map((one) => this.sameTool(one)) },
      tool: tool && outlineRun(tool),
    };
  }

  outlineEvent(event: CallEvent): CallEvent {
    return this.outlineMessages(event);
  }

  private outlineMessages<Source extends Pick<ModelCall, 'inputs' | 'outputs'>>(source: Source): Source {
    const outline = (message: CallMessage) => {
      const outlined = this.outlines.get(message) ?? this.outlineMessage(message);
      this.outlines.set(message, outlined);
      return outlined;
    };
    return { ...source, inputs: source.inputs.map(outline), outputs: source.outputs.map(outline) };
  }

  private outlineMessage(message: CallMessage): OutlinedMessage {
    const digest = messageDigest(message);
    const known = this.messages.get(digest);
    const outlined = known ?? {
      ...message,
      digest,
      parts: message.parts.map(outlinePart),
      preview: message.role === 'user' ? previewOf([message]) : '',
      systemDigest: systemMessages([message]).map(systemDigest).join(),
    };
    if (known === undefined) this.messages.set(digest, outlined);
    const { finishReason } = message;
    return outlined.finishReason === finishReason ? outlined : { ...outlined, finishReason };
  }

  private sameTool(tool: ModelCall['tools'][number]): ModelCall['tools'][number] {
    const text = JSON.stringify(tool);
    const known = this.tools.get(text);
    if (known === undefined) this.tools.set(text, tool);
    return known ?? tool;
  }
}

/** The digest of the whole message if it is an outline, else null. */
export function outlinedDigest(message: CallMessage | undefined): string | null {
  return message !== undefined && 'digest' in message ? (message as OutlinedMessage).digest : null;
}

/** The digest of a system message, outlined or not. */
export function digestOfSystem(message: CallMessage): string {
  return 'systemDigest' in message ? (message as OutlinedMessage).systemDigest : systemDigest(message);
}

/** Whether a text is the digest of a longer one. */
function isOutlined(text: string): boolean {
  return text.startsWith(PREFIX) || text.startsWith(ERROR_PREFIX);
}

function outlineRun({ result, ...run }: ToolRun): ToolRun {
  return { ...run, result: result === null ? null : outlineText(result, true) };
}

function outlinePart(part: MessagePart): MessagePart {
  switch (part.type) {
    case 'tool_call':
      return { ...part, arguments: outlineText(part.arguments) };
    case 'tool_call_response':
      return { ...part, response: outlineText(part.response, true) };
    case 'uri':
      return { ...part, uri: outlineText(part.uri) };
    case 'file':
      return part;
    default:
      return { ...part, content: outlineText(part.content) };
  }
}

const PREFIX = 'sha256:';
const ERROR_PREFIX = '{"error":"sha256:';

function outlineText(text: string, isResponse = false): string {
  // A short text that looks like a digest is replaced too, so that it is not taken for one.
  if (text.length <= MAX_TEXT && !isOutlined(text)) return text;
  const digest = hash('sha256', text, 'base64');
  return isResponse && reportsError(text) ? `${ERROR_PREFIX}${digest}"}` : `${PREFIX}${digest}`;
}
