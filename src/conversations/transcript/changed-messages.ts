import { isDeepStrictEqual } from 'node:util';
import type { Conversation, StoredMessage } from './conversation';

/** A message without its parts and verdicts. */
export type MessageFrame = Omit<StoredMessage, 'parts' | 'verdicts'>;

type Ends = Pick<Conversation, 'firstMessageAt' | 'lastMessageAt'>;

interface ChangedMessages<Message> {
  added: readonly Message[];
  changed: readonly { before: Message; now: Message }[];
  removed: readonly Message[];
}

/**
 * The times of the messages that analytics now count differently. When the start or end of a conversation
 * moves, its old and new ends are included, as `markChanged` requires.
 */
export function changedTimes(
  { added, changed, removed }: ChangedMessages<MessageFrame>,
  before: Ends,
  now: Ends,
): Date[] {
  const messages = [
    ...added,
    ...removed,
    ...changed.flatMap((pair) => (isCountedTheSame(pair.before, pair.now) ? [] : [pair.before, pair.now])),
  ];
  const times = messages.map(({ createdAt }) => createdAt);
  const hasSameEnds =
    before.firstMessageAt.getTime() === now.firstMessageAt.getTime() &&
    before.lastMessageAt.getTime() === now.lastMessageAt.getTime();
  if (hasSameEnds) return times;
  return [...times, before.firstMessageAt, before.lastMessageAt, now.firstMessageAt, now.lastMessageAt];
}

function countedFields({ toolCalls, toolResults, agentName, promptVersion, generation }: MessageFrame) {
  return { toolCalls, toolResults, agentName, promptVersion, generation };
}

function isCountedTheSame(before: MessageFrame, now: MessageFrame): boolean {
  return (
    before.createdAt.getTime() === now.createdAt.getTime() &&
    isDeepStrictEqual(countedFields(before), countedFields(now))
  );
}
