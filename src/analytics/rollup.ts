/** Numbers of messages and of what is in them; sums of disjoint sets of messages add up. */
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
 * What an interval holds of a conversation that may have messages outside it too. `firstAt` and `lastAt` are
 * those of the conversation, or lie further out.
 */
export interface Fragment {
  firstAt: number;
  lastAt: number;
  toolCalls: number;
  tools: Set<string>;
}

/**
 * The conversations of an interval: those that lie wholly inside it as numbers, the others as fragments, because
 * the number of their tool calls is not known before the rest of them is.
 */
export interface ConversationCounts {
  /** How many have so many tool calls. */
  byToolCalls: Map<number, number>;
  /** By tool, how many call it. */
  callers: Map<string, number>;
  /** By conversation id. */
  fragments: Map<string, Fragment>;
}

/** All that analytics answers from, for the messages of an interval or any other set of them. */
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

/** The counts of a tool, which are there afterwards. */
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
