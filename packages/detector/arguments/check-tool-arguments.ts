import type { MessagePart, ToolDefinition } from '../../formats';
import { type JsonLeaf, nameOfPath, scanJsonLeaves } from '../base/json-leaves';
import { stem } from '../base/tokens';
import type { Finding } from '../checks/finding';
import type { WrittenRegion } from '../text/regions';
import type { ArgumentEvidence } from './argument-evidence';
import { type ArgumentDoubt, createDoubt, doubtConfidence } from './doubt';
import { explainDoubt } from './explain-doubt';
import { scanLooseLeaves } from './loose-leaves';
import { findNumberDoubt } from './number-doubt';
import { type Parameter, ParameterReader } from './parameter';
import { findSwitching } from './switchings';
import { findTextDoubt } from './text-doubt';
import { isBeyondNumbers, listWords } from './value-words';

/** A finding in the `arguments` of a tool call. */
export interface ArgumentFinding extends Finding {
  /** Dotted path, array indexes as segments; empty when the arguments are one bare value. */
  parameterName: string;
}

type ToolCall = Extract<MessagePart, { type: 'tool_call' }>;

/**
 * Arguments of the call that neither the evidence nor the schema of the parameter supports, at UTF-16 offsets of the
 * arguments as sent. False and null are choices, not facts; so is true where no message says no. Arguments that are not JSON are
 * searched for quoted strings and numbers.
 */
export function checkToolArguments(
  call: ToolCall,
  tools: ToolDefinition[],
  evidence: ArgumentEvidence,
): ArgumentFinding[] {
  const parameters = new ParameterReader(
    tools.find(({ name }) => name === call.name),
    evidence,
  );
  const leaves = scanJsonLeaves(call.arguments) ?? scanLooseLeaves(call.arguments);
  let stems: ReadonlySet<string> | null = null;
  const subject = (): ReadonlySet<string> => {
    stems ??= listSubjectStems(call, leaves);
    return stems;
  };
  return leaves.flatMap(({ path, value, start, end }) => {
    if (value === null || value === false) return [];
    const parameter = parameters.read(path);
    const written = typeof value === 'number' ? call.arguments.slice(start, end) : String(value);
    const doubt = findValueDoubt(isBeyondNumbers(written) ? written : value, parameter, evidence, subject);
    if (doubt === null) return [];
    const parameterName = nameOfPath(path);
    return [
      {
        start,
        end,
        kind: 'tool_argument_fabrication',
        explanation: explainDoubt(written, parameterName, doubt, parameter),
        confidence: doubtConfidence[doubt.kind],
        evidence: doubt.evidence,
        parameterName,
      },
    ];
  });
}

/** Stems of the words that say what the call is about: those of its name, its parameters and its texts. */
function listSubjectStems({ name }: ToolCall, leaves: readonly JsonLeaf[]): Set<string> {
  const texts = leaves.flatMap(({ path, value }) => (typeof value === 'string' ? [...path, value] : path));
  return new Set([...new Set([name, ...texts].map(String))].flatMap(listWords).map(stem));
}

function findValueDoubt(
  value: string | number | true,
  parameter: Parameter,
  evidence: ArgumentEvidence,
  subject: () => ReadonlySet<string>,
): ArgumentDoubt | null {
  let doubt = parameter.doubts.get(value);
  if (doubt === undefined) {
    doubt = findDoubtByType(value, parameter, evidence, subject);
    parameter.doubts.set(value, doubt);
  }
  return doubt;
}

function findDoubtByType(
  value: string | number | true,
  parameter: Parameter,
  evidence: ArgumentEvidence,
  subject: () => ReadonlySet<string>,
): ArgumentDoubt | null {
  if (typeof value === 'number') return findNumberDoubt(value, parameter, evidence);
  if (typeof value === 'string') return findTextDoubt(value.trim(), parameter, evidence);
  const denial = findDenial(parameter, evidence, subject);
  return denial === null ? null : createDoubt('saidNo', [denial]);
}

function findDenial(
  { nameWords }: Parameter,
  { denials, switchings }: ArgumentEvidence,
  subject: () => ReadonlySet<string>,
): WrittenRegion | null {
  const switching = findSwitching(nameWords, subject, switchings.last());
  if (switching === null) return denials.find(nameWords);
  return switching.isOff ? switching.said : null;
}
