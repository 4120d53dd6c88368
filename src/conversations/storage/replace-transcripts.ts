import { isDeepStrictEqual } from 'node:util';
import type { ClientSession } from 'mongoose';
import { markChanged } from '../changed-periods/change-marks';
import { deleteContentOfMessages, renewContent, setContentExpiry } from '../content/conversation-content';
import { removeEvidence } from '../evaluations/evaluation.repository';
import type { ChangedFrom } from '../evaluations/verdict';
import { removeEvidenceOfFindings } from '../findings/ledger/finding.repository';
import { timesOf } from '../transcript/build-conversation';
import { changedTimes } from '../transcript/changed-messages';
import type { StoredMessage, Transcript } from '../transcript/conversation';
import * as conversations from './conversation.repository';
import { removeFromCounts } from './conversation-count.repository';
import type { Lifetime } from './grow-transcript';
import { refreshFindings } from './record-findings';
import * as messages from './stored-message.repository';
import { toTagPairs } from './tag-pair';

/**
 * Replaces the transcripts that are stored under their conversations' ids, in the caller's transaction. A message
 * equal to the stored one with its id keeps its evaluations, verdicts and reviews; those of other messages are
 * deleted, because they are about other text. Replies of experiments remain. Evidence in messages that changed
 * or moved is removed. All conversations have the same life. The number of commands does not depend on their number.
 */
export async function replaceTranscripts(
  workspaceId: string,
  incoming: readonly Transcript[],
  life: Lifetime,
  session: ClientSession,
): Promise<Transcript[]> {
  const ids = incoming.map(({ conversation }) => conversation.id);
  const copiedFields = await conversations.findCopiedFields(workspaceId, ids, session);
  const storedIds = [...copiedFields.keys()];
  const storedMessages = await messages.listOwnMessages(workspaceId, storedIds, session);
  const replacements = incoming.map((transcript) => {
    const { id } = transcript.conversation;
    return compare(transcript, copiedFields.get(id) ?? null, storedMessages.get(id) ?? []);
  });
  const all = <Item>(select: (replacement: Replacement) => readonly Item[]) => replacements.flatMap(select);

  await deleteContentOfMessages(
    workspaceId,
    all((one) => one.outdatedIds),
    session,
  );
  const changedFrom = all((one) => one.changedFrom);
  await removeEvidence(workspaceId, changedFrom, session);
  await removeEvidenceOfFindings(workspaceId, changedFrom, session);
  await messages.deleteMessagesById(
    workspaceId,
    all((one) => one.removedIds),
    session,
  );
  const written = replacements.map(({ transcript: { conversation }, written: messages }) => ({
    conversation,
    messages,
  }));
  const storedTimes = [...copiedFields.values()].map(({ storedAt }) => storedAt);
  await removeFromCounts(workspaceId, storedTimes, session);
  await conversations.saveConversations(
    written.map(({ conversation }) => conversation),
    life.storedAt,
    session,
  );
  await messages.saveMessages(written, life.storedAt, session);
  await renewContent(workspaceId, ids, life, session);
  await refreshFindings(
    workspaceId,
    all((one) => one.refreshedIds),
    session,
  );
  const isOutlived = (id: string) => copiedFields.get(id)?.expireAt?.getTime() !== life.expireAt?.getTime();
  await setContentExpiry(workspaceId, storedIds.filter(isOutlived), life.expireAt, session);
  await markChanged(
    all((one) => one.changedTimes).map((createdAt) => ({ workspaceId, createdAt })),
    session,
  );
  return replacements.map(({ transcript }) => transcript);
}

/** What is to be done to store a transcript in place of another. */
interface Replacement {
  /** With the verdicts that its messages keep. */
  transcript: Transcript;
  /** Its messages that are new or differ from those stored under their ids. */
  written: StoredMessage[];
  /** Stored messages whose evaluations are about other text than the new messages. */
  outdatedIds: string[];
  /** Those of them that no message replaces. */
  removedIds: string[];
  /** Messages with the same text, but with other fields that findings copy. */
  refreshedIds: string[];
  /** At most one: evidence refers to messages by their index. */
  changedFrom: ChangedFrom[];
  /** The times of the messages that analytics now count differently. */
  changedTimes: Date[];
}

function compare(
  { conversation, messages: incoming }: Transcript,
  previous: conversations.CopiedFields | null,
  storedMessages: readonly StoredMessage[],
): Replacement {
  const storedById = new Map(storedMessages.map((message) => [message.id, message]));
  const hasSameParts = (message: StoredMessage) =>
    isDeepStrictEqual(storedById.get(message.id)?.parts, message.parts);
  const keptIds = new Set(incoming.filter(hasSameParts).map((message) => message.id));
  const incomingIds = new Set(incoming.map((message) => message.id));
  const storedIds = [...storedById.keys()];
  const firstChanged = storedIds.findIndex(
    (messageId, index) => incoming[index]?.id !== messageId || !keptIds.has(messageId),
  );
  const verdictsOf = (messageId: string) =>
    (keptIds.has(messageId) && storedById.get(messageId)?.verdicts) || [];
  const transcript = {
    conversation,
    messages: incoming.map((message) => ({ ...message, verdicts: verdictsOf(message.id) })),
  };
  const hasSameTags = isDeepStrictEqual(previous?.tags, toTagPairs(conversation.tags));
  const hasSameFields = hasSameTags && previous?.type === conversation.type;
  const writtenMessages = transcript.messages.filter(
    (message) => !hasSameFields || !isDeepStrictEqual(storedById.get(message.id), message),
  );
  // A rollup is computed again when its first message expires, so only an earlier expiry needs a mark.
  const isCutShort = previous !== null && endOfLife(conversation.expireAt) < endOfLife(previous.expireAt);
  return {
    transcript,
    written: writtenMessages,
    outdatedIds: storedIds.filter((messageId) => !keptIds.has(messageId)),
    removedIds: storedIds.filter((messageId) => !incomingIds.has(messageId)),
    refreshedIds: writtenMessages.map(({ id }) => id).filter((id) => keptIds.has(id)),
    changedFrom: firstChanged < 0 ? [] : [{ conversationId: conversation.id, messageIndex: firstChanged }],
    changedTimes:
      isCutShort || !hasSameTags
        ? [...storedMessages, ...incoming].map(({ createdAt }) => createdAt)
        : timesOfChanges(storedMessages, transcript),
  };
}

/** The times of the messages that analytics now count differently. */
function timesOfChanges(
  storedMessages: readonly StoredMessage[],
  { conversation, messages: current }: Transcript,
) {
  const storedById = new Map(storedMessages.map((message) => [message.id, message]));
  const currentIds = new Set(current.map((message) => message.id));
  const added: StoredMessage[] = [];
  const changed: { before: StoredMessage; now: StoredMessage }[] = [];
  const lostVerdicts: Date[] = [];
  for (const now of current) {
    const before = storedById.get(now.id);
    if (before === undefined) added.push(now);
    else changed.push({ before, now });
    if (before !== undefined && before.verdicts.length > now.verdicts.length)
      lostVerdicts.push(now.createdAt);
  }
  const removed = storedMessages.filter((message) => !currentIds.has(message.id));
  const before =
    storedMessages.length === 0 ? conversation : timesOf([...storedMessages], conversation.createdAt);
  return [...changedTimes({ added, changed, removed }, before, conversation), ...lostVerdicts];
}

function endOfLife(expireAt: Date | null): number {
  return expireAt?.getTime() ?? Infinity;
}
