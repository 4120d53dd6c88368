/** Counts over a set of messages. The counts of disjoint sets add up. */
export interface Sums {
  messages: number;
  /** Messages with a completed evaluation. */
  evaluatedMessages: number;
  /** Messages with an issue by the latest completed evaluation of any evaluator. */
  flaggedMessages: number;
  issues: number;
  toolResults: number;
  failedToolResults: number;
}

export interface ParameterCounts {
  issues: number;
  flaggedCalls: number;
}

export interface ToolCounts {
  calls: number;
  /** Calls in messages with a completed evaluation. */
  evaluatedCalls: number;
  /** Calls with at least one annotation. */
  flaggedCalls: number;
  /** Annotations on its calls. */
  labels: Map<string, number>;
  parameters: Map<string, ParameterCounts>;
}

/**
 * The part of a conversation inside an interval, if it may have messages outside it. `firstAt` and `lastAt`
 * enclose the whole conversation.
 */
export interface Fragment {
  firstAt: number;
  lastAt: number;
  toolCalls: number;
  tools: Set<string>;
}

/**
 * The conversations of an interval. Those entirely inside it are counted. The others are fragments, because
 * their number of tool calls is unknown until they are merged with the rest.
 */
export interface ConversationCounts {
  /** Number of conversations by their number of tool calls. */
  byToolCalls: Map<number, number>;
  /** Number of conversations that call a tool, by tool. */
  callers: Map<string, number>;
  /** By conversation id. */
  fragments: Map<string, Fragment>;
}

/** The data of all analytics queries, for the messages of an interval or any other set of messages. */
export interface Rollup {
  sums: Sums;
  /** Annotations by label. */
  labels: Map<string, number>;
  tools: Map<string, ToolCounts>;
  conversations: ConversationCounts;
}

export function emptyRollup(): Rollup {
  return {
    sums: {
      messages: 0,
      evaluatedMessages: 0,
      flaggedMessages: 0,
      issues: 0,
      toolResults: 0,
      failedToolResults: 0,
    },
    labels: new Map(),
    tools: new Map(),
    conversations: { byToolCalls: new Map(), callers: new Map(), fragments: new Map() },
  };
}

export function getOrCreateToolCounts(tools: Rollup['tools'], name: string): ToolCounts {
  let counts = tools.get(name);
  if (counts === undefined) {
    counts = { calls: 0, evaluatedCalls: 0, flaggedCalls: 0, labels: new Map(), parameters: new Map() };
    tools.set(name, counts);
  }
  return counts;
}

export function addTo<Key>(counts: Map<Key, number>, key: Key, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

export function addParameter(
  parameters: ToolCounts['parameters'],
  name: string,
  { issues, flaggedCalls }: ParameterCounts,
): void {
  const counts = parameters.get(name);
  if (counts === undefined) {
    parameters.set(name, { issues, flaggedCalls });
  } else {
    counts.issues += issues;
    counts.flaggedCalls += flaggedCalls;
  }
}
