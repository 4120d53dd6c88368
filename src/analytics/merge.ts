import { addFragment, completeFragments } from './fragments';
import type { Interval } from './interval';
import {
  addCalls,
  addLabel,
  addNumbers,
  addTo,
  type ConversationCounts,
  earlier,
  emptyRollup,
  getOrCreateCallers,
  getOrCreateToolCounts,
  getOrCreateYesSums,
  type Rollup,
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

function addRollup(target: Rollup, { sums, firstAt, latencies, labels, tools, conversations }: Rollup): void {
  addNumbers(target.sums, sums);
  target.firstAt = earlier(target.firstAt, firstAt);
  for (const [step, messages] of latencies) addTo(target.latencies, step, messages);
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
  for (const [calls, count] of added.byToolCalls) addTo(target.byToolCalls, calls, count);
  addNumbers(target.judged, added.judged);
  for (const [tool, { conversations, calls, parameters }] of added.callers) {
    const callers = getOrCreateCallers(target.callers, tool);
    callers.conversations += conversations;
    addNumbers(callers.calls, calls);
    for (const [parameter, sums] of parameters) {
      addNumbers(getOrCreateYesSums(callers.parameters, parameter), sums);
    }
  }
  for (const [id, fragment] of added.fragments) addFragment(target, id, fragment);
}
