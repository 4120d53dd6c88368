import { type ClusteredOutcomes, emptyOutcomes, emptyYesSums, type YesSums } from '../../packages/statistics';

/** Per US dollar. */
export const NANOS = 1e9;

/** Counts over a set of messages. The counts of disjoint sets add up. */
export interface Sums {
  messages: number;
  replies: number;
  /** Messages with a completed evaluation. */
  evaluatedMessages: number;
  /** Messages with verdicts of which none is completed. */
  notJudgeableMessages: number;
  /** Messages with an issue by the latest completed evaluation of any evaluator. */
  flaggedMessages: number;
  issues: number;
  toolResults: number;
  failedToolResults: number;
  /** Messages with a known cost. */
  costedMessages: number;
  /** In 1e-9 US dollars: whole numbers add up exactly in any order. */
  costNanos: number;
  /** Messages with a known number of tokens. */
  meteredMessages: number;
  inputTokens: number;
  outputTokens: number;
}

/** Annotations, and the messages that have them. */
export interface LabelCounts {
  issues: number;
  messages: number;
}

/** Annotations on calls, and the calls that have them. */
export interface CallCounts {
  issues: number;
  flaggedCalls: number;
}

export interface ToolCounts {
  calls: number;
  /** Calls in messages with a completed evaluation. */
  evaluatedCalls: number;
  /** Calls with at least one annotation. */
  flaggedCalls: number;
  labels: Map<string, CallCounts>;
  parameters: Map<string, CallCounts>;
}

/**
 * The part of a conversation inside an interval, if it may have messages outside it. `firstAt` and `lastAt`
 * enclose the whole conversation.
 */
export interface Fragment {
  firstAt: number;
  lastAt: number;
  toolCalls: number;
  evaluatedMessages: number;
  flaggedMessages: number;
  /** The calls of each tool in evaluated messages. A tool without such calls is in it, too. */
  tools: Map<string, FragmentCalls>;
}

export interface FragmentCalls {
  evaluated: number;
  flagged: number;
  /** Calls with an issue in a parameter, by parameter. */
  parameters: Map<string, number>;
}

/** The conversations that call a tool. */
export interface Callers {
  conversations: number;
  /** Whether evaluated calls are flagged, by conversation. */
  calls: ClusteredOutcomes;
  /** Whether they have an issue in a parameter, by parameter. */
  parameters: Map<string, YesSums>;
}

/**
 * The conversations of an interval. Those entirely inside it are counted. The others are fragments, because
 * their number of tool calls is unknown until they are merged with the rest.
 */
export interface ConversationCounts {
  /** Number of conversations by their number of tool calls. */
  byToolCalls: Map<number, number>;
  /** Whether evaluated messages are flagged, by conversation. */
  judged: ClusteredOutcomes;
  /** By tool. */
  callers: Map<string, Callers>;
  /** By conversation id. */
  fragments: Map<string, Fragment>;
}

/** The data of all analytics queries, for the messages of an interval or any other set of messages. */
export interface Rollup {
  sums: Sums;
  /** When the first of the messages was written, in milliseconds; null without any. */
  firstAt: number | null;
  /** Number of messages by the step of their latency; see `latencyStep`. */
  latencies: Map<number, number>;
  labels: Map<string, LabelCounts>;
  tools: Map<string, ToolCounts>;
  conversations: ConversationCounts;
}

export function emptyRollup(): Rollup {
  return {
    sums: {
      messages: 0,
      replies: 0,
      evaluatedMessages: 0,
      notJudgeableMessages: 0,
      flaggedMessages: 0,
      issues: 0,
      toolResults: 0,
      failedToolResults: 0,
      costedMessages: 0,
      costNanos: 0,
      meteredMessages: 0,
      inputTokens: 0,
      outputTokens: 0,
    },
    firstAt: null,
    latencies: new Map(),
    labels: new Map(),
    tools: new Map(),
    conversations: {
      byToolCalls: new Map(),
      judged: emptyOutcomes(),
      callers: new Map(),
      fragments: new Map(),
    },
  };
}

export function getOrCreateToolCounts(tools: Rollup['tools'], name: string): ToolCounts {
  return getOrCreate(tools, name, () => ({
    calls: 0,
    evaluatedCalls: 0,
    flaggedCalls: 0,
    labels: new Map(),
    parameters: new Map(),
  }));
}

export function getOrCreateCallers(callers: ConversationCounts['callers'], tool: string): Callers {
  return getOrCreate(callers, tool, () => ({
    conversations: 0,
    calls: emptyOutcomes(),
    parameters: new Map(),
  }));
}

export function getOrCreateYesSums(parameters: Callers['parameters'], name: string): YesSums {
  return getOrCreate(parameters, name, emptyYesSums);
}

export function getOrCreateFragmentCalls(tools: Fragment['tools'], name: string): FragmentCalls {
  return getOrCreate(tools, name, () => ({ evaluated: 0, flagged: 0, parameters: new Map() }));
}

/** The value of a name, which is created if there is none. */
export function getOrCreate<Key, Value>(values: Map<Key, Value>, name: Key, create: () => Value): Value {
  let value = values.get(name);
  if (value === undefined) {
    value = create();
    values.set(name, value);
  }
  return value;
}

/** Adds each number to the one of the same name. */
export function addNumbers<Name extends string>(
  target: Record<Name, number>,
  added: Readonly<Record<Name, number>>,
): void {
  for (const name of Object.keys(added) as Name[]) target[name] += added[name];
}

/** The earlier of two times; null: none. */
export function earlier(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

export function addTo<Key>(counts: Map<Key, number>, key: Key, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

export function addLabel(labels: Rollup['labels'], label: string, counts: LabelCounts): void {
  addNumbers(
    getOrCreate(labels, label, () => ({ issues: 0, messages: 0 })),
    counts,
  );
}

/** Adds to the counts of a label or a parameter of a tool. */
export function addCalls(byName: Map<string, CallCounts>, name: string, counts: CallCounts): void {
  addNumbers(
    getOrCreate(byName, name, () => ({ issues: 0, flaggedCalls: 0 })),
    counts,
  );
}
