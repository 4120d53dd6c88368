import { readGenAiSpan } from './gen-ai/gen-ai-span';
import type { MessagePart } from './model/message';
import { structuredAttribute } from './otlp/attributes';
import type { OtlpSpan } from './otlp/telemetry';
import { makeMessage, readTools, splitResults } from './recorded/chat-messages';
import { contentParts } from './recorded/content-parts';
import { toToolRun } from './recorded/tool-results';
import type { CallMessage, GenAiSpan, ModelCall } from './spans/span';
import { fieldsOf, listOf, messageListOf } from './values/fields';
import { asText, textOrNull } from './values/texts';
import { toolCallPart } from './values/tool-call-part';

/** The attribute of the calls and tools of Google's ADK, in versions before 2 and by default. */
export const ADK_REQUEST = 'gcp.vertex.agent.llm_request';

/** What ADK adds to the latest contents for models that are not Gemini. */
const FILLER = 'Handle the requests as specified in the System Instruction.';

/** A span of ADK: OpenTelemetry's conventions, with the messages in Gemini's form. */
export function readAdkSpan(span: OtlpSpan): GenAiSpan {
  const { attributes } = span;
  const read = readGenAiSpan(span);
  if (read.tool !== null && read.tool.result === null) {
    const { callId, name } = read.tool;
    return { ...read, tool: toToolRun(callId, name, attributes.get('gcp.vertex.agent.tool_response')) };
  }
  if (read.call === null || read.call.inputs.length + read.call.outputs.length > 0) return read;
  const request = fieldsOf(structuredAttribute(attributes, ADK_REQUEST));
  const response = fieldsOf(structuredAttribute(attributes, 'gcp.vertex.agent.llm_response'));
  return { ...read, call: { ...read.call, ...readMessages(request, response) } };
}

function readMessages(
  request: Record<string, unknown>,
  response: Record<string, unknown>,
): Pick<ModelCall, 'inputs' | 'outputs' | 'tools'> {
  const { system_instruction: system, tools } = fieldsOf(request.config);
  const instructions: CallMessage[] =
    system === undefined ? [] : [makeMessage({ role: 'system', name: null, parts: contentParts(system) })];
  const finishReason = textOrNull(response.finish_reason)?.toLowerCase() ?? null;
  return {
    inputs: [...instructions, ...messageListOf(request.contents).flatMap(readContent)],
    outputs:
      response.content === undefined
        ? []
        : readContent(response.content).map((message) => ({ ...message, finishReason })),
    tools: readTools(listOf(tools).flatMap((tool) => listOf(fieldsOf(tool).function_declarations))),
  };
}

function readContent(value: unknown): CallMessage[] {
  const { role, parts } = fieldsOf(value);
  const read = messageListOf(parts).flatMap(readPart);
  const isModel = role === 'model';
  return splitResults(makeMessage({ role: isModel ? 'assistant' : 'user', name: null, parts: read })).filter(
    (message) => isModel || message.parts.length > 0,
  );
}

function readPart(value: unknown): MessagePart[] {
  const { text, thought, function_call, function_response, ...other } = fieldsOf(value);
  if (function_call !== undefined) {
    const { id, name, args } = fieldsOf(function_call);
    return [toolCallPart(id, name, args)];
  }
  if (function_response !== undefined) {
    const { id, response } = fieldsOf(function_response);
    return [{ type: 'tool_call_response', id: textOrNull(id), response: asText(response) }];
  }
  if (text === FILLER) return [];
  const content = typeof text === 'string' ? text : asText(other);
  return [{ type: thought === true ? 'reasoning' : 'text', content }];
}
