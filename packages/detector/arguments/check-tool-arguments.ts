import type { MessagePart, ToolDefinition } from '../../formats';
import { type JsonLeaf, nameOfPath, scanJsonLeaves } from '../base/json-leaves';
import { stem } from '../base/tokens';
import type { Finding } from '../checks/finding';
import type { Region, WrittenRegion } from '../text/regions';
import type { ArgumentEvidence } from './argument-evidence';
import { type ArgumentIssue, createIssue, issueConfidence } from './argument-issue';
import { ComputedAmounts } from './computed-amounts';
import { explainIssue } from './explain-issue';
import { findNumberIssue } from './number-issue';
import { findRequestRecord } from './other-record';
import { type Parameter, ParameterReader } from './parameter';
import { Rules } from './rules';
import { findTextIssue } from './text-issue';
import { findToggleRequest } from './toggle-requests';
import { scanUnkeyedValues } from './unkeyed-values';
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
  const leaves = scanJsonLeaves(call.arguments) ?? scanUnkeyedValues(call.arguments);
  let stems: ReadonlySet<string> | null = null;
  const subject = (): ReadonlySet<string> => {
    stems ??= listSubjectStems(call, leaves);
    return stems;
  };
  const computed = new ComputedAmounts(leaves, evidence);
  return leaves.flatMap(({ path, value, start, end }) => {
    if (value === null || value === false) return [];
    const parameter = parameters.read(path);
    const literal = typeof value === 'number' ? call.arguments.slice(start, end) : String(value);
    const issue =
      findValueIssue(isBeyondNumbers(literal) ? literal : value, parameter, evidence, subject) ??
      findRecordIssue(literal, parameter, request, evidence);
    if (issue === null) return [];
    if (typeof value === 'number' && computed.has({ path, value })) return [];
    const parameterName = nameOfPath(path);
    return [
      {
        ...findPiece(call.arguments, { start, end }, issue),
        kind: 'tool_argument_fabrication',
        explanation: explainIssue(literal, parameterName, issue, parameter),
        confidence: issueConfidence[issue.kind],
        evidence: issue.evidence,
        parameterName,
      },
    ];
  });
}

/** The place of the questioned piece of a value; of all of it where escapes hide the piece. */
function findPiece(text: string, { start, end }: Region, { piece }: ArgumentIssue): Region {
  const at = piece === undefined ? -1 : text.slice(start, end).indexOf(piece);
  return at === -1 ? { start, end } : { start: start + at, end: start + at + (piece as string).length };
}

/** Stems of the words that say what the call is about: those of its name, its parameters and its texts. */
function listSubjectStems({ name }: ToolCall, leaves: readonly JsonLeaf[]): Set<string> {
  const texts = leaves.flatMap(({ path, value }) => (typeof value === 'string' ? [...path, value] : path));
  return new Set([...new Set([name, ...texts].map(String))].flatMap(listWords).map(stem));
}

function findRecordIssue(
  value: string,
  { isOfSource }: Parameter,
  request: string,
  { base }: ArgumentEvidence,
): ArgumentIssue | null {
  if (isOfSource) return null;
  const record = findRequestRecord(value, request, base);
  return record === null ? null : createIssue('otherRecord', [record]);
}

function findValueIssue(
  value: string | number | true,
  parameter: Parameter,
  evidence: ArgumentEvidence,
  subject: () => ReadonlySet<string>,
): ArgumentIssue | null {
  let issue = parameter.issues.get(value);
  if (issue === undefined) {
    issue = findIssueByType(value, parameter, evidence, subject);
    if (issue !== null && parameter.isRuled(String(value))) issue = null;
    parameter.issues.set(value, issue);
  }
  return issue;
}

function findIssueByType(
  value: string | number | true,
  parameter: Parameter,
  evidence: ArgumentEvidence,
  subject: () => ReadonlySet<string>,
): ArgumentIssue | null {
  if (typeof value === 'number') return findNumberIssue(value, parameter, evidence);
  if (typeof value === 'string') return findTextIssue(value.trim(), parameter, evidence);
  const negatedRequest = findNegatedRequest(parameter, evidence, subject);
  return negatedRequest === null ? null : createIssue('negated', [negatedRequest]);
}

function findNegatedRequest(
  { nameWords }: Parameter,
  { negatedRequests, toggleRequests }: ArgumentEvidence,
  subject: () => ReadonlySet<string>,
): WrittenRegion | null {
  const toggleRequest = findToggleRequest(nameWords, subject, toggleRequests.last());
  if (toggleRequest === null) return negatedRequests.find(nameWords);
  return toggleRequest.isOff ? toggleRequest.region : null;
}
