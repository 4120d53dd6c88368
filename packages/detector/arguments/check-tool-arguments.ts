import type { MessagePart, ToolDefinition } from '../../formats';
import { type JsonLeaf, nameOfPath, scanJsonLeaves } from '../base/json-leaves';
import { stem } from '../base/tokens';
import type { Finding } from '../checks/finding';
import type { Region, WrittenRegion } from '../text/regions';
import type { ArgumentEvidence } from './argument-evidence';
import { ComputedAmounts } from './computed-amounts';
import { type ArgumentDoubt, createDoubt, doubtConfidence } from './doubt';
import { explainDoubt } from './explain-doubt';
import { scanLooseLeaves } from './loose-leaves';
import { findNumberDoubt } from './number-doubt';
import { findRequestRecord } from './other-record';
import { type Parameter, ParameterReader } from './parameter';
import { Rules } from './rules';
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
 * arguments as sent. `rules` are the sentences that instruct the assistant, `request` is the last message of the user. False
 * and null are choices, not facts; so is true where no message says no. Arguments that are not JSON are searched for quoted
 * strings and numbers.
 */
export function checkToolArguments(
  call: ToolCall,
  tools: ToolDefinition[],
  evidence: ArgumentEvidence,
  { rules = new Rules([]), request = '' }: { rules?: Rules; request?: string } = {},
): ArgumentFinding[] {
  const parameters = new ParameterReader(
    tools.find(({ name }) => name === call.name),
    evidence,
    rules,
  );
  const leaves = scanJsonLeaves(call.arguments) ?? scanLooseLeaves(call.arguments);
  let stems: ReadonlySet<string> | null = null;
  const subject = (): ReadonlySet<string> => {
    stems ??= listSubjectStems(call, leaves);
    return stems;
  };
  const computed = new ComputedAmounts(leaves, evidence);
  return leaves.flatMap(({ path, value, start, end }) => {
    if (value === null || value === false) return [];
    const parameter = parameters.read(path);
    const written = typeof value === 'number' ? call.arguments.slice(start, end) : String(value);
    const doubt =
      findValueDoubt(isBeyondNumbers(written) ? written : value, parameter, evidence, subject) ??
      findRecordDoubt(written, parameter, request, evidence);
    if (doubt === null) return [];
    if (typeof value === 'number' && computed.has({ path, value })) return [];
    const parameterName = nameOfPath(path);
    return [
      {
        ...findPiece(call.arguments, { start, end }, doubt),
        kind: 'tool_argument_fabrication',
        explanation: explainDoubt(written, parameterName, doubt, parameter),
        confidence: doubtConfidence[doubt.kind],
        evidence: doubt.evidence,
        parameterName,
      },
    ];
  });
}

/** The place of the doubted piece of a value; of all of it where escapes hide the piece. */
function findPiece(text: string, { start, end }: Region, { piece }: ArgumentDoubt): Region {
  const at = piece === undefined ? -1 : text.slice(start, end).indexOf(piece);
  return at === -1 ? { start, end } : { start: start + at, end: start + at + (piece as string).length };
}

/** Stems of the words that say what the call is about: those of its name, its parameters and its texts. */
function listSubjectStems({ name }: ToolCall, leaves: readonly JsonLeaf[]): Set<string> {
  const texts = leaves.flatMap(({ path, value }) => (typeof value === 'string' ? [...path, value] : path));
  return new Set([...new Set([name, ...texts].map(String))].flatMap(listWords).map(stem));
}

/** Where something comes from is the user's own, also if the request names another record. */
const OF_SOURCE = new Set(['from', 'source', 'sender', 'own', 'my', 'payer', 'debit']);

function findRecordDoubt(
  value: string,
  { name }: Parameter,
  request: string,
  { base }: ArgumentEvidence,
): ArgumentDoubt | null {
  if (listWords(name).some((word) => OF_SOURCE.has(word))) return null;
  const record = findRequestRecord(value, request, base);
  return record === null ? null : createDoubt('otherRecord', [record]);
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
    if (doubt !== null && parameter.isRuled(String(value))) doubt = null;
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
