import { type Attributes, structuredAttribute, textAttribute } from './otlp/attributes';
import type { OtlpSpan } from './otlp/telemetry';
import { toModelCall } from './recorded/recorded-call';
import { toToolRun } from './recorded/tool-results';
import { conversationFacts } from './spans/conversation-facts';
import type { GenAiSpan, ModelCall } from './spans/span';
import { fieldsOf } from './values/fields';

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
    tool: kind === 'tool' ? toToolRun(null, span.name, attributes.get('mlflow.spanOutputs')) : null,
  };
}

function readCall(attributes: Attributes): ModelCall {
  const usage = fieldsOf(attributes.get('mlflow.chat.tokenUsage'));
  return toModelCall({
    input: attributes.get('mlflow.spanInputs'),
    output: attributes.get('mlflow.spanOutputs'),
    tools: attributes.get('mlflow.chat.tools'),
    model: attributes.get('mlflow.llm.model'),
    provider: attributes.get('mlflow.llm.provider'),
    inputTokens: [usage.input_tokens],
    outputTokens: [usage.output_tokens],
    costUsd: fieldsOf(attributes.get('mlflow.llm.cost')).total_cost,
  });
}
