import type { MessagePart, MessageRole } from '../model/message';
import { toResponses } from '../openai-chat/openai-messages';
import { type Attributes, flattenedList, structuredAttribute } from '../otlp/attributes';
import { fromChatForm, makeMessage, roleOf, splitResults } from '../recorded/chat-messages';
import { contentParts, isRecorded } from '../recorded/content-parts';
import { readMedia } from '../recorded/media-part';
import { partsInText } from '../recorded/parts-in-text';
import { readToolResult } from '../recorded/tool-results';
import type { CallMessage } from '../spans/span';
import { bytesToBase64 } from '../values/bytes';
import { fieldsOf, messageListOf } from '../values/fields';
import { asText, textOrNull } from '../values/texts';
import { toolCallPart } from '../values/tool-call-part';

type Modality = Extract<MessagePart, { type: 'blob' }>['modality'];

/**
 * The messages of a model call in the attributes of its span or its event. The current form is
 * https://github.com/open-telemetry/semantic-conventions/blob/main/docs/gen-ai/gen-ai-input-messages.json;
 * the flattened `gen_ai.prompt.<n>.*` preceded it.
 */
export function readCallMessages(attributes: Attributes): { inputs: CallMessage[]; outputs: CallMessage[] } {
  const inputs = messageListOf(structuredAttribute(attributes, 'gen_ai.input.messages')).flatMap((value) =>
    splitResults(readMessage(value, 'user')),
  );
  const outputs = messageListOf(structuredAttribute(attributes, 'gen_ai.output.messages')).flatMap((value) =>
    splitResults(readMessage(value, 'assistant')),
  );
  const instructions = readInstructions(attributes);
  return {
    inputs: [
      ...instructions,
      ...(inputs.length > 0 ? inputs : flattened(attributes, 'gen_ai.prompt', 'user')),
    ],
    outputs: outputs.length > 0 ? outputs : flattened(attributes, 'gen_ai.completion', 'assistant'),
  };
}

/** The system prompt, if it is separate from the messages: a list of parts, or plain text. */
function readInstructions(attributes: Attributes): CallMessage[] {
  const plain = attributes.get('gen_ai.system_instructions');
  const structured = structuredAttribute(attributes, 'gen_ai.system_instructions');
  const parts = Array.isArray(structured) ? structured.filter(isRecorded).map(readPart) : contentParts(plain);
  return parts.length === 0 ? [] : [makeMessage({ role: 'system', name: null, parts })];
}

function flattened(attributes: Attributes, prefix: string, fallbackRole: MessageRole): CallMessage[] {
  return flattenedList(attributes, prefix).map((entry) => {
    const toolCalls = flattenedList(entry, 'tool_calls').map((call) => Object.fromEntries(call));
    // OpenLLMetry for JavaScript writes a message that only calls tools as JSON text.
    const content = entry.get('content') === 'null' ? null : partsInText(entry.get('content'));
    const wire = { ...Object.fromEntries(entry), content, tool_calls: toolCalls };
    const message = fromChatForm(wire, fallbackRole);
    return { ...message, finishReason: textOrNull(entry.get('finish_reason')) };
  });
}

/** One message of the current form; also accepts OpenAI's chat form, which some clients send. */
function readMessage(value: unknown, fallbackRole: MessageRole): CallMessage {
  const wire = fieldsOf(value);
  const finishReason = textOrNull(wire.finish_reason);
  if (!Array.isArray(wire.parts)) return { ...fromChatForm(value, fallbackRole), finishReason };
  const role = roleOf(wire.role, fallbackRole);
  const parts = wire.parts.filter(isRecorded).map(readPart);
  const name = textOrNull(wire.name);
  if (role !== 'tool' || parts.some((part) => part.type === 'tool_call_response')) {
    return makeMessage({ role, name, parts, finishReason });
  }
  return makeMessage({ role, name, parts: toResponses(null, parts), finishReason });
}

function readPart(value: unknown): MessagePart {
  const part = fieldsOf(value);
  switch (part.type) {
    case 'tool_call':
      return toolCallPart(part.id, part.name, part.arguments);
    case 'tool_call_response': {
      const response = readToolResult(part.response ?? part.result).text;
      return { type: 'tool_call_response', id: textOrNull(part.id), response };
    }
    case 'reasoning':
    case 'thinking':
      return { type: 'reasoning', content: asText(part.content) };
    case 'refusal':
      return { type: 'refusal', content: asText(part.content) };
    case 'blob': {
      const mimeType = textOrNull(part.mime_type);
      const content = bytesToBase64(part.content) ?? asText(part.content);
      return { type: 'blob', modality: modalityOf(part.modality), mimeType, content };
    }
    case 'uri':
      return { type: 'uri', modality: 'image', uri: asText(part.uri) };
    case 'file':
      return { type: 'file', fileId: asText(part.file_id) };
    default: {
      const { text, content } = part;
      if (typeof text === 'string') return { type: 'text', content: text };
      return (
        readMedia(part) ?? { type: 'text', content: typeof content === 'string' ? content : asText(value) }
      );
    }
  }
}

function modalityOf(value: unknown): Modality {
  return value === 'image' || value === 'audio' ? value : 'file';
}
