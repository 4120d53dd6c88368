import type { MessagePart, ToolDefinition } from '../../conversations/message';
import { isSupportedNumber, isSupportedString, mentionedChoice } from './argument-support';
import type { Evidence } from './evidence';
import { checkConfidence, type Finding, quoted } from './finding';
import { type JsonLeaf, type JsonPath, scanJsonLeaves } from './json-leaves';
import { findParameterSchema, type ParameterSchema } from './tool-schema';

/** A finding in the `arguments` of a tool call. */
export interface ArgumentFinding extends Finding {
  /** Dotted path, array indexes as segments; empty when the arguments are one bare value. */
  parameterName: string;
}

type ToolCall = Extract<MessagePart, { type: 'tool_call' }>;

/**
 * String and number arguments of the call that neither the evidence nor the schema of the parameter supports.
 * Arguments that are not JSON have none; booleans and null are choices, not facts.
 */
export function checkToolArguments(
  call: ToolCall,
  tools: ToolDefinition[],
  evidence: Evidence,
): ArgumentFinding[] {
  const tool = tools.find(({ name }) => name === call.name);
  const parameters = new Map<string, Parameter>();
  return scanJsonLeaves(call.arguments).flatMap((leaf) => {
    const key = JSON.stringify(leaf.path.map((segment) => (typeof segment === 'number' ? 0 : segment)));
    const parameter = parameters.get(key) ?? readParameter(tool, leaf.path, evidence);
    parameters.set(key, parameter);
    return isSupported(leaf.value, parameter, evidence) ? [] : [finding(leaf, parameter, evidence)];
  });
}

/** Items of one array share their parameter, so that a long array costs little. */
interface Parameter {
  schema: ParameterSchema;
  mentioned: string | null;
}

function readParameter(tool: ToolDefinition | undefined, path: JsonPath, evidence: Evidence): Parameter {
  const schema = findParameterSchema(tool, path);
  return { schema, mentioned: mentionedChoice(schema, evidence) };
}

function isSupported(value: JsonLeaf['value'], parameter: Parameter, evidence: Evidence): boolean {
  const { schema, mentioned } = parameter;
  if (typeof value === 'number') return isSupportedNumber(value, schema, evidence);
  return typeof value !== 'string' || isSupportedString(value.trim(), schema, evidence, mentioned);
}

function finding(leaf: JsonLeaf, { mentioned }: Parameter, evidence: Evidence): ArgumentFinding {
  const parameterName = leaf.path.join('.');
  const rival = typeof leaf.value === 'number' ? evidence.numbers.rivalOf(Math.abs(leaf.value)) : mentioned;
  const nearest = rival === null ? '' : `; the nearest value there is ${quoted(rival)}`;
  return {
    start: leaf.start,
    end: leaf.end,
    label: 'tool_argument_fabrication',
    explanation: `Nothing in the evidence supports ${quoted(String(leaf.value))} for ${parameterName || 'the argument'}${nearest}.`,
    confidence: checkConfidence.argument,
    parameterName,
  };
}
