import type { ClientSession } from 'mongoose';
import { currentTimeMs } from '../../platform/clock';
import { markChanged } from '../changed-periods/change-marks';
import { deleteContentOfMessages } from '../content/conversation-content';
import { removeEvidence } from '../evaluations/evaluation.repository';
import { removeEvidenceOfFindings } from '../findings/ledger/finding.repository';
import { changedTimes, type MessageFrame } from '../transcript/changed-messages';
import type { Conversation, StoredMessage } from '../transcript/conversation';
import * as conversations from './conversation.repository';
import { refreshFindings } from './record-findings';
import * as messages from './stored-message.repository';

/** The changes that a trace makes to its stored conversation. */
export interface TranscriptGrowth {
  /** The conversation after the change; its expiry is not updated. */
  conversation: Conversation;
  endsBefore: { firstMessageAt: Date; lastMessageAt: Date };
  added: StoredMessage[];
  /** Messages with unchanged parts, whose parts are not written again. */
  changed: { before: MessageFrame; now: MessageFrame }[];
  removed: MessageFrame[];
}

/** When a conversation was stored and when it expires. */
export interface Lifetime {
  storedAt: Date;
  expireAt: Date | null;
}

// Added messages expire with the stored ones. An older conversation is stored as a whole, which renews its
// expiry.
const MAX_AGE_MS = 3_600_000;
const MIN_LIFE_MS = 3_600_000;

/**
 * Stores the changes of a conversation in the caller's transaction, at a cost proportional to the change.
 * Returns the life of the conversation, or null, without writing anything, when it must be stored as a whole.
 */
export async function growTranscript(
  { conversation, endsBefore, added, changed, removed }: TranscriptGrowth,
  session: ClientSession,
): Promise<Lifetime | null> {
  const { workspaceId, id } = conversation;
  const life = await conversations.findLifetime(workspaceId, id, session);
  if (life === null || !isYoung(life)) return null;
  const removedIds = removed.map((message) => message.id);
  await deleteContentOfMessages(workspaceId, removedIds, session);
  const firstChanged = findFirstChanged(changed, removed);
  if (firstChanged !== null) {
    const from = [{ conversationId: id, messageIndex: firstChanged }];
    await removeEvidence(workspaceId, from, session);
    await removeEvidenceOfFindings(workspaceId, from, session);
  }
  await messages.deleteMessagesById(workspaceId, removedIds, session);
  const current = { ...conversation, expireAt: life.expireAt };
  await messages.insertMessages([{ conversation: current, messages: added }], life.storedAt, session);
  await messages.updateFrames(
    workspaceId,
    changed.map(({ now }) => now),
    session,
  );
  await refreshFindings(
    workspaceId,
    changed.map(({ now }) => now.id),
    session,
  );
  await conversations.saveConversations([current], life.storedAt, session);
  const times = changedTimes({ added, changed, removed }, endsBefore, conversation);
  await markChanged(
    times.map((createdAt) => ({ workspaceId, createdAt })),
    session,
  );
  return life;
}

/** The lowest index of a message that moved or was removed; null if messages were only appended. */
function findFirstChanged(
  changed: TranscriptGrowth['changed'],
  removed: TranscriptGrowth['removed'],
): number | null {
  const moved = changed.filter(({ before, now }) => before.sequenceNumber !== now.sequenceNumber);
  const indexes = [...moved.flatMap(({ before, now }) => [before, now]), ...removed];
  return indexes.reduce<number | null>(
    (first, { sequenceNumber }) => Math.min(first ?? sequenceNumber, sequenceNumber),
    null,
  );
}

function isYoung({ storedAt, expireAt }: Lifetime): boolean {
  const now = currentTimeMs();
  return now - storedAt.getTime() < MAX_AGE_MS && (expireAt?.getTime() ?? Infinity) - now > MIN_LIFE_MS;
}
