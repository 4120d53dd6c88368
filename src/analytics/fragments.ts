import type { Interval } from './interval';
import { addTo, type ConversationCounts, type Fragment } from './rollup';

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
  let fragment = conversations.fragments.get(id);
  if (fragment === undefined) {
    fragment = { ...extent, toolCalls: 0, tools: new Set() };
    conversations.fragments.set(id, fragment);
  }
  return fragment;
}

/** Merges a fragment into the fragment of the same conversation. */
export function addFragment(conversations: ConversationCounts, id: string, added: Fragment): void {
  const fragment = getOrCreateFragment(conversations, id, added);
  fragment.firstAt = Math.min(fragment.firstAt, added.firstAt);
  fragment.lastAt = Math.max(fragment.lastAt, added.lastAt);
  fragment.toolCalls += added.toolCalls;
  for (const tool of added.tools) fragment.tools.add(tool);
}

/** Replaces the fragments of conversations that lie entirely inside the interval by counts. */
export function completeFragments(
  { byToolCalls, callers, fragments }: ConversationCounts,
  interval: Interval,
): void {
  for (const [id, { firstAt, lastAt, toolCalls, tools }] of fragments) {
    if (firstAt < interval.start || lastAt >= interval.end) continue;
    addTo(byToolCalls, toolCalls, 1);
    for (const tool of tools) addTo(callers, tool, 1);
    fragments.delete(id);
  }
}
