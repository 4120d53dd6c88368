import { z } from 'zod';
import { isCutOff } from '../../packages/detector';
import {
  asText,
  fromOpenAI,
  type Message,
  type OpenAIMessage,
  readTokenUsage,
  type TokenCounts,
  toOpenAIMessages,
  toolToOpenAI,
} from '../../packages/formats';
import { withDoubles } from '../../packages/text';
import type { ChatRequest } from './chat-model';
import type { UnusableReply } from './provider-errors';
import { isReasoningKey } from './reasoning-settings';

/** The content of a usable completion. */
export interface Completion extends TokenCounts {
  message: Message;
  finishReason: string | null;
}

/** A response body that is no usable completion. The provider may charge for it nevertheless. */
export interface UnusableCompletion extends TokenCounts {
  kind: UnusableReply;
  reason: string;
}

/**
 * The body of POST /chat/completions. `reasoningConfig.effort` becomes `reasoning_effort`; the other keys are
 * copied to the top level. Keys that are no reasoning settings are dropped, so that none changes the price.
 */
export function chatCompletionBody(model: string, request: ChatRequest): Record<string, unknown> {
  const body: Record<string, unknown> = {
    ...reasoningSettings(request.reasoningConfig),
    model,
    messages: toOpenAIMessages(request.messages).map(withContent),
  };
  if (request.tools.length > 0) body.tools = withDoubles(request.tools).map(toolToOpenAI);
  if (request.replySchema !== null) {
    const { name, schema } = request.replySchema;
    body.response_format = { type: 'json_schema', json_schema: { name, strict: true, schema } };
  }
  return body;
}

/** A reply that was cut off before its first token has no content; providers accept that only with tool calls. */
function withContent(message: OpenAIMessage): OpenAIMessage {
  const { role, content, tool_calls: calls, function_call: call } = message;
  const isEmpty = role === 'assistant' && content === null && calls === undefined && call === undefined;
  return isEmpty ? { ...message, content: '' } : message;
}

/** Parses a completion. Only the first choice is read. */
export function readCompletion(body: unknown): Completion | UnusableCompletion {
  const counts = readTokenCounts(body);
  const result = completionSchema.safeParse(body);
  if (!result.success) return { kind: 'unreadable', reason: 'the body is not a chat completion', ...counts };
  const [choice] = result.data.choices;
  if (!choice) return { kind: 'unreadable', reason: 'it has no choices', ...counts };
  const finishReason = choice.finish_reason ?? null;
  const message = fromOpenAI({ ...choice.message, role: 'assistant' });
  const kind = kindOfEmptyReply(finishReason);
  if (!message.parts.some((part) => hasContent(part, kind))) {
    return { kind, reason: `the message is empty (finish_reason ${finishReason ?? 'missing'})`, ...counts };
  }
  return { message, finishReason, ...counts };
}

const FILTERED = /content.?filter|safety|recitation|prohibited|blocklist|spii|guardrail|moderation|refusal/i;

/** What an empty reply is by its finish reason, in the words of any provider. */
function kindOfEmptyReply(finishReason: string | null): UnusableReply {
  if (isCutOff(finishReason)) return 'truncated';
  return isFiltered(finishReason) ? 'filtered' : 'unreadable';
}

/** Whether a finish reason, of any provider, says that a content filter ended the reply. */
export function isFiltered(finishReason: string | null): boolean {
  return finishReason !== null && FILTERED.test(finishReason);
}

/** A reply that was filtered or cut off often has a line end left. */
function hasContent(part: Message['parts'][number], kind: UnusableReply): boolean {
  if (part.type !== 'text' && part.type !== 'refusal') return part.type === 'tool_call';
  return (kind === 'unreadable' ? part.content : part.content.trim()) !== '';
}

export function readTokenCounts(body: unknown): TokenCounts {
  const { usage } = (body ?? {}) as { usage?: unknown };
  return readTokenUsage(usage);
}

/** Arguments and ids as servers send them: also as an object, as a number, or not at all. */
const asSent = z.unknown().optional().transform(asText);
const optionalText = z.string().nullish().catch(null);

const contentPartSchema = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('refusal'), refusal: z.string() }),
  /** No text, such as Mistral's reasoning and references. */
  z.unknown().transform(() => null),
]);

const toolCallSchema = z.union([
  z.object({
    id: asSent,
    type: z.literal('custom'),
    custom: z.object({ name: z.string(), input: asSent }),
  }),
  z.object({
    id: asSent,
    function: z.object({ name: z.string(), arguments: asSent }),
  }),
]);

// Validates only the fields that are read here: compatible servers add and omit many others.
const completionSchema = z.object({
  choices: z.array(
    z.object({
      finish_reason: optionalText,
      message: z
        .object({
          content: z
            .union([
              z.string(),
              z.array(contentPartSchema).transform((parts) => parts.filter((part) => part !== null)),
            ])
            .nullish(),
          refusal: optionalText,
          reasoning_content: optionalText,
          reasoning: optionalText,
          tool_calls: z.array(toolCallSchema).nullish(),
          function_call: z.object({ name: z.string(), arguments: asSent }).nullish(),
        })
        .nullish(),
    }),
  ),
});

function reasoningSettings(config: Record<string, unknown> | null): Record<string, unknown> {
  const { effort, ...others } = config ?? {};
  const settings = Object.entries(others).filter(([key]) => isReasoningKey(key));
  if (effort !== undefined) settings.push(['reasoning_effort', effort]);
  return Object.fromEntries(settings);
}
