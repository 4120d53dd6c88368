import { isDeepStrictEqual } from 'node:util';
import type { ClientSession } from 'mongoose';
import { markChanged } from '../../invalidation/change-marks';
import {
  deleteEvaluationsOfMessages,
  removeEvidence,
  setEvaluationExpiry,
} from '../evaluations/evaluation.repository';
import {
  deleteFindingsOfMessages,
  removeEvidenceOfFindings,
  setFindingExpiry,
} from '../findings/finding.repository';
import { timesOf } from '../transcript/build-conversation';
import { changedTimes } from '../transcript/changed-messages';
import type { StoredMessage, Transcript } from '../transcript/conversation';
import * as conversations from './conversation.repository';
import { refreshFindings } from './record-findings';
import { deleteReviewContentOfMessages, setReviewContentExpiry } from './review-content';
import * as messages from './stored-message.repository';

/**
 * Replaces the transcript that is stored under its conversation's id, in the caller's transaction. A message
 * equal to the stored one with its id keeps its evaluations, verdicts and reviews; those of other messages are
 * deleted, because they are about other text. Replies of experiments remain. Evidence in messages that changed
 * or moved is removed.
 */
export async function replaceTranscript(
  { conversation, messages: incoming }: Transcript,
  storedAt: Date,
  session: ClientSession,
): Promise<Transcript> {
  const { workspaceId, id, expireAt } = conversation;
  const previous = await conversations.findLifetime(workspaceId, id, session);
  const stored = previous === null ? [] : await messages.listOwnMessages(workspaceId, id, session);
  const storedById = new Map(stored.map((message) => [message.id, message]));
  const saysTheSame = (message: StoredMessage) =>
    isDeepStrictEqual(storedById.get(message.id)?.parts, message.parts);
  const keptIds = new Set(incoming.filter(saysTheSame).map((message) => message.id));
  const incomingIds = new Set(incoming.map((message) => message.id));
  const storedIds = [...storedById.keys()];
  const outdatedIds = storedIds.filter((messageId) => !keptIds.has(messageId));
  await deleteEvaluationsOfMessages(workspaceId, outdatedIds, session);
  await deleteFindingsOfMessages(workspaceId, outdatedIds, session);
  await deleteReviewContentOfMessages(workspaceId, outdatedIds, session);
  const firstChanged = storedIds.findIndex(
    (messageId, index) => incoming[index]?.id !== messageId || !keptIds.has(messageId),
  );
  if (firstChanged >= 0) {
    await removeEvidence(workspaceId, id, firstChanged, session);
    await removeEvidenceOfFindings(workspaceId, id, firstChanged, session);
  }
  await messages.deleteMessagesById(
    workspaceId,
    storedIds.filter((messageId) => !incomingIds.has(messageId)),
    session,
  );

  const verdictsOf = (messageId: string) =>
    (keptIds.has(messageId) && storedById.get(messageId)?.verdicts) || [];
  const transcript = {
    conversation,
    messages: incoming.map((message) => ({ ...message, verdicts: verdictsOf(message.id) })),
  };
  await conversations.saveConversation(conversation, storedAt, session);
  await messages.saveMessages(transcript, storedAt, session);
  await refreshFindings(
    workspaceId,
    storedIds.filter((messageId) => keptIds.has(messageId)),
    session,
  );
  if (previous !== null && previous.expireAt?.getTime() !== expireAt?.getTime()) {
    await messages.setMessageExpiry(workspaceId, id, expireAt, session);
    await setEvaluationExpiry(workspaceId, id, expireAt, session);
    await setFindingExpiry(workspaceId, id, expireAt, session);
    await setReviewContentExpiry(workspaceId, id, expireAt, session);
  }
  // A rollup is computed again when its first message expires, so only an earlier expiry needs a mark.
  const isCutShort = previous !== null && endOfLife(expireAt) < endOfLife(previous.expireAt);
  const times = isCutShort
    ? [...stored, ...incoming].map(({ createdAt }) => createdAt)
    : timesOfChanges(stored, transcript);
  await markChanged(
    times.map((createdAt) => ({ workspaceId, createdAt })),
    session,
  );
  return transcript;
}

/** The times of the messages that analytics now count differently. */
function timesOfChanges(stored: readonly StoredMessage[], { conversation, messages: current }: Transcript) {
  const storedById = new Map(stored.map((message) => [message.id, message]));
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
  const removed = stored.filter((message) => !currentIds.has(message.id));
  const before = stored.length === 0 ? conversation : timesOf([...stored], conversation.createdAt);
  return [...changedTimes({ added, changed, removed }, before, conversation), ...lostVerdicts];
}

function endOfLife(expireAt: Date | null): number {
  return expireAt?.getTime() ?? Infinity;
}
