import { type ClusteredOutcomes, emptyOutcomes, emptyYesSums } from '../../packages/statistics';
import { addFragment } from './fragments';
import {
  addCalls,
  addLabel,
  addTo,
  emptyRollup,
  type Fragment,
  getOrCreateCallers,
  getOrCreateToolCounts,
  type Rollup,
  type Sums,
} from './rollup';

/**
 * The lists of a rollup. A list may be split between any two entries: merging the pieces restores the rollup.
 */
interface RollupLists {
  latencies: [step: number, messages: number][];
  labels: [label: string, issues: number, messages: number][];
  tools: [
    name: string,
    calls: number,
    evaluated: number,
    flagged: number,
    labels: [label: string, issues: number, flaggedCalls: number][],
  ][];
  parameters: [tool: string, parameter: string, issues: number, flaggedCalls: number][];
  byToolCalls: [toolCalls: number, conversations: number][];
  /** Calls: the values of ClusteredOutcomes. */
  callers: [tool: string, conversations: number, calls: number[]][];
  /** Calls: the values of YesSums. */
  callerParameters: [tool: string, parameter: string, calls: number[]][];
  fragments: [
    id: string,
    firstAt: number,
    lastAt: number,
    toolCalls: number,
    evaluatedMessages: number,
    flaggedMessages: number,
    tools: [name: string, evaluated: number, flagged: number, parameters: [name: string, calls: number][]][],
  ][];
}

export type RollupList = keyof RollupLists;

export const rollupLists = [
  'latencies',
  'labels',
  'tools',
  'parameters',
  'byToolCalls',
  'callers',
  'callerParameters',
  'fragments',
] as const satisfies RollupList[];

/**
 * A rollup, or a piece of one, as it is stored. Lists are JSON, which parses several times faster than as
 * many BSON values, and allows any text as a name. A list that was not read is absent, and treated as empty.
 */
export interface RollupText extends Partial<Record<RollupList, string>> {
  sums: Sums;
  /** Null in the pieces after the first. */
  firstAt: number | null;
  judged: ClusteredOutcomes;
}

/**
 * At least one piece. A list has at most `pieceLength` characters in each piece, unless a single entry is
 * longer.
 */
export function serializeRollup(rollup: Rollup, pieceLength: number): Required<RollupText>[] {
  const pieces = Object.entries(toLists(rollup)).map(
    ([name, entries]) => [name as RollupList, cutList(entries, pieceLength)] as const,
  );
  const count = Math.max(1, ...pieces.map(([, texts]) => texts.length));
  return Array.from({ length: count }, (_, index) => {
    const lists = Object.fromEntries(pieces.map(([name, texts]) => [name, texts[index] ?? '[]']));
    return {
      sums: index === 0 ? rollup.sums : emptyRollup().sums,
      firstAt: index === 0 ? rollup.firstAt : null,
      judged: index === 0 ? rollup.conversations.judged : emptyOutcomes(),
      ...(lists as Record<RollupList, string>),
    };
  });
}

export function parseRollup(text: RollupText): Rollup {
  const rollup = { ...emptyRollup(), sums: text.sums, firstAt: text.firstAt };
  const { latencies, labels, tools, conversations } = rollup;
  conversations.judged = text.judged;
  for (const [step, messages] of parseList(text, 'latencies')) addTo(latencies, step, messages);
  for (const [label, issues, messages] of parseList(text, 'labels')) {
    addLabel(labels, label, { issues, messages });
  }
  for (const [name, calls, evaluatedCalls, flaggedCalls, labelCounts] of parseList(text, 'tools')) {
    const counts = getOrCreateToolCounts(tools, name);
    Object.assign(counts, { calls, evaluatedCalls, flaggedCalls });
    for (const [label, issues, flagged] of labelCounts) {
      addCalls(counts.labels, label, { issues, flaggedCalls: flagged });
    }
  }
  for (const [tool, parameter, issues, flaggedCalls] of parseList(text, 'parameters')) {
    addCalls(getOrCreateToolCounts(tools, tool).parameters, parameter, { issues, flaggedCalls });
  }
  parseConversations(text, conversations);
  return rollup;
}

function parseConversations(text: RollupText, conversations: Rollup['conversations']): void {
  for (const [calls, count] of parseList(text, 'byToolCalls')) addTo(conversations.byToolCalls, calls, count);
  for (const [tool, count, calls] of parseList(text, 'callers')) {
    const callers = getOrCreateCallers(conversations.callers, tool);
    callers.conversations = count;
    callers.calls = withValues(emptyOutcomes(), calls);
  }
  for (const [tool, parameter, calls] of parseList(text, 'callerParameters')) {
    const { parameters } = getOrCreateCallers(conversations.callers, tool);
    parameters.set(parameter, withValues(emptyYesSums(), calls));
  }
  for (const [id, firstAt, lastAt, toolCalls, evaluated, flagged, tools] of parseList(text, 'fragments')) {
    addFragment(conversations, id, {
      firstAt,
      lastAt,
      toolCalls,
      evaluatedMessages: evaluated,
      flaggedMessages: flagged,
      tools: parseFragmentTools(tools),
    });
  }
}

function parseFragmentTools(tools: RollupLists['fragments'][number][6]): Fragment['tools'] {
  return new Map(
    tools.map(([name, evaluated, flagged, parameters]) => [
      name,
      { evaluated, flagged, parameters: new Map(parameters) },
    ]),
  );
}

export function withValues<Sums extends object>(empty: Sums, values: readonly number[]): Sums {
  return Object.fromEntries(Object.keys(empty).map((name, index) => [name, values[index] ?? 0])) as Sums;
}

function toLists({ latencies, labels, tools, conversations }: Rollup): RollupLists {
  return {
    latencies: [...latencies],
    labels: [...labels].map(([label, { issues, messages }]) => [label, issues, messages]),
    tools: [...tools].map(([name, tool]) => [
      name,
      tool.calls,
      tool.evaluatedCalls,
      tool.flaggedCalls,
      [...tool.labels].map(([label, { issues, flaggedCalls }]): [string, number, number] => [
        label,
        issues,
        flaggedCalls,
      ]),
    ]),
    parameters: [...tools].flatMap(([name, { parameters }]) =>
      [...parameters].map(([parameter, { issues, flaggedCalls }]): RollupLists['parameters'][number] => [
        name,
        parameter,
        issues,
        flaggedCalls,
      ]),
    ),
    ...toConversationLists(conversations),
  };
}

function toConversationLists({
  byToolCalls,
  callers,
  fragments,
}: Rollup['conversations']): Pick<RollupLists, 'byToolCalls' | 'callers' | 'callerParameters' | 'fragments'> {
  return {
    byToolCalls: [...byToolCalls],
    callers: [...callers].map(([tool, { conversations, calls }]) => [
      tool,
      conversations,
      Object.values(calls),
    ]),
    callerParameters: [...callers].flatMap(([tool, { parameters }]) =>
      [...parameters].map(([name, sums]): RollupLists['callerParameters'][number] => [
        tool,
        name,
        Object.values(sums),
      ]),
    ),
    fragments: [...fragments].map(([id, fragment]) => [
      id,
      fragment.firstAt,
      fragment.lastAt,
      fragment.toolCalls,
      fragment.evaluatedMessages,
      fragment.flaggedMessages,
      [...fragment.tools].map(([name, { evaluated, flagged, parameters }]) => [
        name,
        evaluated,
        flagged,
        [...parameters],
      ]),
    ]),
  };
}

function cutList(entries: readonly unknown[], pieceLength: number): string[] {
  const pieces: string[][] = [];
  let length = Infinity;
  for (const entry of entries) {
    const text = JSON.stringify(entry);
    length += text.length + 1;
    if (length > pieceLength) {
      pieces.push([]);
      length = text.length;
    }
    pieces.at(-1)?.push(text);
  }
  return pieces.map((texts) => `[${texts.join()}]`);
}

function parseList<Name extends RollupList>(text: RollupText, name: Name): RollupLists[Name] {
  return JSON.parse(text[name] ?? '[]') as RollupLists[Name];
}
