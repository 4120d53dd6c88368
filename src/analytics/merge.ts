import { addFragment, completeFragments } from './fragments';
import type { Interval } from './interval';
import {
  addCalls,
  addLabel,
  addTo,
  type ConversationCounts,
  emptyRollup,
  getOrCreateToolCounts,
  type Rollup,
  type Sums,
} from './rollup';

/**
 * The rollup of the union of disjoint sets of messages, all inside the interval, from their rollups, which
 * are not changed. Merging is associative and commutative.
 */
export function merge(rollups: Iterable<Rollup>, interval: Interval): Rollup {
  const merged = emptyRollup();
  for (const rollup of rollups) addRollup(merged, rollup);
  completeFragments(merged.conversations, interval);
  return merged;
}

function addRollup(target: Rollup, { sums, labels, tools, conversations }: Rollup): void {
  for (const name of Object.keys(sums) as (keyof Sums)[]) target.sums[name] += sums[name];
  for (const [label, counts] of labels) addLabel(target.labels, label, counts);
  for (const [name, tool] of tools) {
    const counts = getOrCreateToolCounts(target.tools, name);
    counts.calls += tool.calls;
    counts.evaluatedCalls += tool.evaluatedCalls;
    counts.flaggedCalls += tool.flaggedCalls;
    for (const [label, calls] of tool.labels) addCalls(counts.labels, label, calls);
    for (const [parameter, calls] of tool.parameters) addCalls(counts.parameters, parameter, calls);
  }
  addConversations(target.conversations, conversations);
}

function addConversations(target: ConversationCounts, added: ConversationCounts): void {
  addCounts(target.byToolCalls, added.byToolCalls);
  addCounts(target.callers, added.callers);
  for (const [id, fragment] of added.fragments) addFragment(target, id, fragment);
}

function addCounts<Key>(target: Map<Key, number>, added: ReadonlyMap<Key, number>): void {
  for (const [key, count] of added) addTo(target, key, count);
}
