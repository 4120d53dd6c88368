import { addCluster, addYes } from '../../packages/statistics';
import type { Interval } from './interval';
import {
  addTo,
  type ConversationCounts,
  type Fragment,
  type FragmentCalls,
  getOrCreate,
  getOrCreateCallers,
  getOrCreateFragmentCalls,
  getOrCreateYesSums,
} from './rollup';

// The range of times that both JavaScript and MongoDB accept.
const EARLIEST = -8.64e15;
const LATEST = 8.64e15;

/** The times of the first and the last message of a conversation, in milliseconds. */
export interface Extent {
  firstAt: number;
  lastAt: number;
}

/** The extent of a conversation whose first and last message are unknown. */
export const unknownExtent: Extent = { firstAt: EARLIEST, lastAt: LATEST };

export function getOrCreateFragment(conversations: ConversationCounts, id: string, extent: Extent): Fragment {
  return getOrCreate(conversations.fragments, id, () => ({
    ...extent,
    toolCalls: 0,
    evaluatedMessages: 0,
    flaggedMessages: 0,
    tools: new Map(),
  }));
}

/** Merges a fragment into the fragment of the same conversation. */
export function addFragment(conversations: ConversationCounts, id: string, added: Fragment): void {
  const fragment = getOrCreateFragment(conversations, id, added);
  fragment.firstAt = Math.min(fragment.firstAt, added.firstAt);
  fragment.lastAt = Math.max(fragment.lastAt, added.lastAt);
  fragment.toolCalls += added.toolCalls;
  fragment.evaluatedMessages += added.evaluatedMessages;
  fragment.flaggedMessages += added.flaggedMessages;
  for (const [tool, calls] of added.tools) {
    const target = getOrCreateFragmentCalls(fragment.tools, tool);
    target.evaluated += calls.evaluated;
    target.flagged += calls.flagged;
    for (const [parameter, flagged] of calls.parameters) addTo(target.parameters, parameter, flagged);
  }
}

/** Replaces the fragments of conversations that lie entirely inside the interval by counts. */
export function completeFragments(conversations: ConversationCounts, interval: Interval): void {
  for (const [id, fragment] of conversations.fragments) {
    if (fragment.firstAt < interval.start || fragment.lastAt >= interval.end) continue;
    addConversation(conversations, fragment);
    conversations.fragments.delete(id);
  }
}

function addConversation(
  { byToolCalls, judged, callers }: ConversationCounts,
  { toolCalls, evaluatedMessages, flaggedMessages, tools }: Fragment,
): void {
  addTo(byToolCalls, toolCalls, 1);
  if (evaluatedMessages > 0) addCluster(judged, { yes: flaggedMessages, outcomes: evaluatedMessages });
  for (const [tool, calls] of tools) addCaller(callers, tool, calls);
}

function addCaller(
  callers: ConversationCounts['callers'],
  tool: string,
  { evaluated, flagged, parameters }: FragmentCalls,
): void {
  const counts = getOrCreateCallers(callers, tool);
  counts.conversations += 1;
  if (evaluated > 0) addCluster(counts.calls, { yes: flagged, outcomes: evaluated });
  for (const [parameter, yes] of parameters) {
    addYes(getOrCreateYesSums(counts.parameters, parameter), { yes, outcomes: evaluated });
  }
}
