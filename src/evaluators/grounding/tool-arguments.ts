import type { MessagePart, ToolDefinition } from '../../conversations/message';
import { type ArgumentEvidence, argumentEvidence } from './argument-evidence';
import { explainDoubt } from './argument-explanation';
import { scanLooseLeaves } from './argument-loose-leaves';
import { doubtNumber } from './argument-numbers';
import { type Parameter, ParameterReader } from './argument-parameter';
import { type ArgumentDoubt, doubtConfidence } from './argument-support';
import { doubtText } from './argument-texts';
import type { Evidence } from './evidence';
import type { Finding } from './finding';
import { scanJsonLeaves } from './json-leaves';

/** A finding in the `arguments` of a tool call. */
export interface ArgumentFinding extends Finding {
  /** Dotted path, array indexes as segments; empty when the arguments are one bare value. */
  parameterName: string;
}

type ToolCall = Extract<MessagePart, { type: 'tool_call' }>;

/**
 * String and number arguments of the call that neither the evidence nor the schema of the parameter supports, at
 * UTF-16 offsets of the arguments as sent. Booleans and null are choices, not facts. Arguments that are not JSON are
 * searched for quoted strings and numbers.
 */
export function checkToolArguments(
  call: ToolCall,
  tools: ToolDefinition[],
  evidence: Evidence,
): ArgumentFinding[] {
  const extended = argumentEvidence(evidence);
  const parameters = new ParameterReader(
    tools.find(({ name }) => name === call.name),
    extended,
  );
  const leaves = scanJsonLeaves(call.arguments) ?? scanLooseLeaves(call.arguments);
  return leaves.flatMap(({ path, value, start, end }) => {
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    const parameter = parameters.read(path);
    const doubt = doubtValue(value, parameter, extended);
    if (doubt === null) return [];
    const parameterName = path.join('.');
    return [
      {
        start,
        end,
        label: 'tool_argument_fabrication',
        explanation: explainDoubt(String(value), parameterName, doubt, parameter),
        confidence: doubtConfidence[doubt.kind],
        parameterName,
      },
    ];
  });
}

function doubtValue(
  value: string | number,
  parameter: Parameter,
  evidence: ArgumentEvidence,
): ArgumentDoubt | null {
  let doubt = parameter.doubts.get(value);
  if (doubt === undefined) {
    doubt =
      typeof value === 'number'
        ? doubtNumber(value, parameter, evidence)
        : doubtText(value.trim(), parameter, evidence);
    parameter.doubts.set(value, doubt);
  }
  return doubt;
}
