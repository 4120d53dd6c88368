import { addFragment } from './fragments';
import {
  addCalls,
  addLabel,
  addTo,
  emptyRollup,
  getOrCreateToolCounts,
  type Rollup,
  type Sums,
} from './rollup';

/**
 * The lists of a rollup. A list may be split between any two entries: merging the pieces restores the rollup.
 */
interface RollupLists {
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
  callers: [tool: string, conversations: number][];
  fragments: [id: string, firstAt: number, lastAt: number, toolCalls: number, tools: string[]][];
}

export type RollupList = keyof RollupLists;

export const rollupLists = [
  'labels',
  'tools',
  'parameters',
  'byToolCalls',
  'callers',
  'fragments',
] as const satisfies RollupList[];

/**
 * A rollup, or a piece of one, as it is stored. Lists are JSON, which parses several times faster than as
 * many BSON values, and allows any text as a name. A list that was not read is absent, and treated as empty.
 */
export interface RollupText extends Partial<Record<RollupList, string>> {
  sums: Sums;
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
      ...(lists as Record<RollupList, string>),
    };
  });
}

export function parseRollup(text: RollupText): Rollup {
  const rollup = { ...emptyRollup(), sums: text.sums };
  const { labels, tools, conversations } = rollup;
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
  for (const [calls, count] of parseList(text, 'byToolCalls')) addTo(conversations.byToolCalls, calls, count);
  for (const [tool, count] of parseList(text, 'callers')) addTo(conversations.callers, tool, count);
  for (const [id, firstAt, lastAt, toolCalls, names] of parseList(text, 'fragments')) {
    addFragment(conversations, id, { firstAt, lastAt, toolCalls, tools: new Set(names) });
  }
  return rollup;
}

function toLists({ labels, tools, conversations }: Rollup): RollupLists {
  return {
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
    byToolCalls: [...conversations.byToolCalls],
    callers: [...conversations.callers],
    fragments: [...conversations.fragments].map(([id, { firstAt, lastAt, toolCalls, tools: names }]) => [
      id,
      firstAt,
      lastAt,
      toolCalls,
      [...names],
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
