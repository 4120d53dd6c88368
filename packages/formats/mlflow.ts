import { costSchema, tokenCountSchema } from './model/generation';
import { type Attributes, numberAttribute, structuredAttribute, textAttribute } from './otlp/attributes';
import type { OtlpSpan } from './otlp/telemetry';
import { readTools } from './recorded/chat-messages';
import { readRecordedMessages } from './recorded/recorded-messages';
import { readToolResult } from './recorded/tool-results';
import { conversationFacts } from './spans/conversation-facts';
import type { GenAiSpan, ModelCall, ToolRun } from './spans/span';
import { fieldsOf, listOf } from './values/fields';

/** The attribute that every span of MLflow has. */
export const MLFLOW_TYPE = 'mlflow.spanType';

const kinds = new Map<string, GenAiSpan['kind']>([
  ['CHAT_MODEL', 'model'],
  ['LLM', 'model'],
  ['TOOL', 'tool'],
  ['AGENT', 'agent'],
]);

/** A span of MLflow's own form, in which the value of each attribute is JSON text. */
export function readMlflowSpan(span: OtlpSpan): GenAiSpan {
  const attributes: Attributes = new Map(
    [...span.attributes].map(([name, value]) => [name, structuredAttribute(span.attributes, name) ?? value]),
  );
  const kind = kinds.get(textAttribute(attributes, [MLFLOW_TYPE]) ?? '') ?? 'other';
  return {
    ...conversationFacts({ ...span, attributes }),
    kind,
    agentName: kind === 'agent' ? span.name : null,
    tags: {},
    call: kind === 'model' || kind === 'agent' ? readCall(attributes) : null,
    tool: kind === 'tool' ? readTool(attributes, span.name) : null,
  };
}

function readCall(attributes: Attributes): ModelCall {
  const usage = new Map(Object.entries(fieldsOf(attributes.get('mlflow.chat.tokenUsage'))));
  const cost = new Map(Object.entries(fieldsOf(attributes.get('mlflow.llm.cost'))));
  return {
    inputs: readRecordedMessages(attributes.get('mlflow.spanInputs'), 'user'),
    outputs: readRecordedMessages(attributes.get('mlflow.spanOutputs'), 'assistant'),
    tools: readTools(listOf(attributes.get('mlflow.chat.tools'))),
    model: textAttribute(attributes, ['mlflow.llm.model']),
    provider: textAttribute(attributes, ['mlflow.llm.provider']),
    inputTokens: numberAttribute(usage, ['input_tokens'], tokenCountSchema),
    outputTokens: numberAttribute(usage, ['output_tokens'], tokenCountSchema),
    costUsd: numberAttribute(cost, ['total_cost'], costSchema),
  };
}

function readTool(attributes: Attributes, name: string | null): ToolRun {
  const value = attributes.get('mlflow.spanOutputs');
  const result = value === undefined ? null : readToolResult(value);
  return { callId: result?.callId ?? null, name, result: result?.text ?? null };
}
