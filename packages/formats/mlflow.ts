import { type Attributes, structuredAttribute, textAttribute } from './otlp/attributes';
import type { OtlpSpan } from './otlp/telemetry';
import { toModelCall } from './recorded/recorded-call';
import { documentTexts, toRetrieval } from './recorded/retrieved-documents';
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
  ['CHAIN', 'chain'],
  ['RETRIEVER', 'tool'],
]);

/** A span of MLflow's own form, in which the value of each attribute is JSON text. */
export function readMlflowSpan(span: OtlpSpan): GenAiSpan {
  const attributes: Attributes = new Map(
    [...span.attributes].map(([name, value]) => [name, structuredAttribute(span.attributes, name) ?? value]),
  );
  const type = textAttribute(attributes, [MLFLOW_TYPE]) ?? '';
  const kind = kinds.get(type) ?? 'other';
  const outputs = attributes.get('mlflow.spanOutputs');
  return {
    ...conversationFacts({ ...span, attributes }),
    kind,
    agentName: kind === 'agent' ? span.name : null,
    tags: {},
    call: kind === 'tool' || kind === 'other' ? null : readCall(attributes),
    tool:
      type === 'RETRIEVER'
        ? toRetrieval(span.name, documentTexts(outputs))
        : kind === 'tool'
          ? toToolRun(null, span.name, outputs)
          : null,
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
