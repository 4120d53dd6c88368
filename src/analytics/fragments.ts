import type { Interval } from './interval';
import { addTo, type ConversationCounts, type Fragment } from './rollup';

// What JavaScript and MongoDB both take for a time.
const EARLIEST = -8.64e15;
const LATEST = 8.64e15;

/** When the first and the last message of a conversation were written, in milliseconds. */
export interface Extent {
  firstAt: number;
  lastAt: number;
}

/** Of a conversation of which only the part at hand is known. */
export const unknownExtent: Extent = { firstAt: EARLIEST, lastAt: LATEST };

/** The fragment of a conversation, which is there afterwards. */
export function getOrCreateFragment(conversations: ConversationCounts, id: string, extent: Extent): Fragment {
  let fragment = conversations.fragments.get(id);
  if (fragment === undefined) {
    fragment = { ...extent, toolCalls: 0, tools: new Set() };
    conversations.fragments.set(id, fragment);
  }
  return fragment;
}

/** Unites two fragments of one conversation. */
export function addFragment(conversations: ConversationCounts, id: string, added: Fragment): void {
  const fragment = getOrCreateFragment(conversations, id, added);
  fragment.firstAt = Math.min(fragment.firstAt, added.firstAt);
  fragment.lastAt = Math.max(fragment.lastAt, added.lastAt);
  fragment.toolCalls += added.toolCalls;
  for (const tool of added.tools) fragment.tools.add(tool);
}

/** Turns the fragments of conversations that lie wholly inside the interval into numbers. */
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
