import type { Message, MessagePart } from '../../../packages/formats';
import type { Evaluation } from '../evaluations/evaluation';

/** A tool call of a message, by its index among the parts. */
export interface ToolCallFact {
  partIndex: number;
  toolName: string;
}

/** A tool result of a message. */
export interface ToolResultFact {
  /** Null when neither a call with the result's id nor the message names the tool. */
  toolName: string | null;
  isFailed: boolean;
}

/** Facts about the parts of a message for filters and analytics, which then need not read the parts. */
export interface MessageFacts {
  toolCalls: ToolCallFact[];
  toolResults: ToolResultFact[];
  /** The distinct names of both, in order of appearance. */
  toolNames: string[];
}

export interface VerdictFinding {
  label: string;
  partIndex: number;
  toolName: string | null;
  parameterName: string | null;
}

export const messageVerdictStatuses = ['completed', 'not_judgeable'] as const;

/** The summary of the latest evaluation of a message by one evaluator that was not without a verdict. */
export interface MessageVerdict {
  evaluatorId: string;
  evaluationId: string;
  createdAt: Date;
  status: (typeof messageVerdictStatuses)[number];
  /** Null if the message is not judgeable: neither 0 nor an issue. */
  issueCount: number | null;
  findings: VerdictFinding[];
  evaluatorVersion: number;
  /** Null if the request had its own labels. */
  issueConfigVersion: number | null;
}

type FactSource = Pick<Message, 'name' | 'parts'> & { isError?: boolean };

/** Each message of a transcript with its facts, in the same order. */
export function withFacts<Source extends FactSource>(messages: readonly Source[]): (Source & MessageFacts)[] {
  const calledById = new Map<string, string>();
  return messages.map((message) => {
    const facts = factsOf(message, calledById);
    for (const part of message.parts) {
      if (part.type === 'tool_call' && part.id !== null) calledById.set(part.id, part.name);
    }
    return { ...message, ...facts };
  });
}

/** The facts of a message; `calledById` has the names of the tools that earlier messages called. */
export function factsOf(
  message: FactSource,
  calledById: ReadonlyMap<string, string> = new Map(),
): MessageFacts {
  const toolCalls = message.parts.flatMap((part, partIndex) =>
    part.type === 'tool_call' ? [{ partIndex, toolName: part.name }] : [],
  );
  const toolResults = toolResponses(message.parts).map(({ id, responses }) => ({
    toolName: (id === null ? undefined : calledById.get(id)) ?? message.name,
    isFailed: message.isError === true || responses.some(reportsError),
  }));
  const names = [...toolCalls, ...toolResults].flatMap(({ toolName }) => toolName ?? []);
  return { toolCalls, toolResults, toolNames: [...new Set(names)] };
}

/** The results of a message. Parts with one id are one result: a tool may return several texts. */
function toolResponses(parts: readonly MessagePart[]): { id: string | null; responses: string[] }[] {
  const results = new Map<string | symbol, { id: string | null; responses: string[] }>();
  for (const part of parts) {
    if (part.type !== 'tool_call_response') continue;
    const { id, response } = part;
    const begun = id === null ? undefined : results.get(id);
    if (begun === undefined) results.set(id ?? Symbol(), { id, responses: [response] });
    else begun.responses.push(response);
  }
  return [...results.values()];
}

/** Whether a response is a JSON object whose `error` is neither null nor false. */
export function reportsError(response: string): boolean {
  // Most responses are long and have no such key, which is checked without parsing; `\u` may hide one.
  if (!/^\s*\{/.test(response) || !/error|\\u/.test(response)) return false;
  try {
    const { error } = JSON.parse(response) as { error?: unknown };
    return error !== undefined && error !== null && error !== false;
  } catch {
    return false;
  }
}

/** The summary of an evaluation; null for `no_verdict`, which a retry may replace. */
export function verdictOf(evaluation: Evaluation): MessageVerdict | null {
  const { id, evaluatorId, evaluatorVersion, issueConfigVersion, createdAt, annotations, status } =
    evaluation;
  if (status === 'no_verdict') return null;
  return {
    evaluatorId,
    evaluationId: id,
    evaluatorVersion,
    issueConfigVersion,
    createdAt,
    status,
    issueCount: status === 'completed' ? annotations.length : null,
    findings: annotations.map(({ label, messagePartIndex, toolName, parameterName }) => ({
      label,
      partIndex: messagePartIndex,
      toolName,
      parameterName,
    })),
  };
}

/**
 * Adds a verdict to those of a message. It replaces its evaluator's if it is later: by time, then by
 * evaluation id. Returns the same array otherwise.
 */
export function withVerdict(verdicts: MessageVerdict[], verdict: MessageVerdict): MessageVerdict[] {
  const earlier = verdicts.find(({ evaluatorId }) => evaluatorId === verdict.evaluatorId);
  if (earlier === undefined) return [...verdicts, verdict];
  if (!isLater(verdict, earlier)) return verdicts;
  return verdicts.map((one) => (one === earlier ? verdict : one));
}

function isLater(one: MessageVerdict, other: MessageVerdict): boolean {
  const difference = one.createdAt.getTime() - other.createdAt.getTime();
  return difference === 0 ? one.evaluationId > other.evaluationId : difference > 0;
}
