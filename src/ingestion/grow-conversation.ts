import { isDeepStrictEqual } from 'node:util';
import type { ConversationService } from '../conversations/conversation.service';
import type { MessageFrame } from '../conversations/transcript/changed-messages';
import type { StoredMessage } from '../conversations/transcript/conversation';
import { type CachedConversation, extendOutline } from './conversation-cache';
import { messageDigest } from './message-digest';
import { ContentReader } from './record-content';
import { renewRecordsById } from './span.repository';
import { type NewRecord, readRecords, type Scope, textsAmong } from './span-record';

/**
 * Stores what more records change of a known conversation: the outlines show which messages are new, and the
 * records contain their texts. Returns the updated knowledge; null, without writing anything, when the
 * conversation must be rebuilt as a whole.
 */
export async function growConversation(
  conversations: Pick<ConversationService, 'growTranscript'>,
  { workspaceId, session }: Scope,
  before: CachedConversation,
  records: readonly NewRecord[],
): Promise<CachedConversation | null> {
  const reader = new ContentReader(textsAmong(records));
  const now = await extendOutline(before, records, reader);
  // Every message has the tags of its conversation.
  if (now === null || !isDeepStrictEqual(now.conversation.tags, before.conversation.tags)) return null;
  const added = await addedMessages(before, now, records, reader);
  if (added === null) return null;
  const changed: { before: MessageFrame; now: MessageFrame }[] = [];
  for (const frame of now.frames.values()) {
    const old = before.frames.get(frame.id);
    if (old !== undefined && !isDeepStrictEqual(old, frame)) changed.push({ before: old, now: frame });
  }
  const removed = [...before.frames.values()].filter(({ id }) => !now.frames.has(id));
  const life = await conversations.growTranscript(
    { conversation: now.conversation, endsBefore: before.conversation, added, changed, removed },
    session,
  );
  if (life === null) return null;
  await renewRecordsById(
    workspaceId,
    records.map(({ _id }) => _id),
    life,
    session,
  );
  return now;
}

/**
 * The new messages with their whole texts; null when a message is not in these records but changed by them.
 */
async function addedMessages(
  before: CachedConversation,
  now: CachedConversation,
  records: readonly NewRecord[],
  reader: ContentReader,
): Promise<StoredMessage[] | null> {
  const { spans, events } = await readRecords(records, reader);
  const calls = [...spans.flatMap(({ call }) => call ?? []), ...events];
  const whole = new Map(
    calls.flatMap(({ inputs, outputs }) => [...inputs, ...outputs]).map((one) => [messageDigest(one), one]),
  );
  const added: StoredMessage[] = [];
  for (const [index, message] of now.messages.entries()) {
    if (before.frames.has(message.id)) continue;
    const source = now.sources[index];
    const parts = source ? whole.get(source.digest)?.parts : message.parts;
    if (parts === undefined) return null;
    added.push({ ...message, parts });
  }
  return added;
}
