import { randomUUID } from 'node:crypto';
import type { ClientSession } from 'mongoose';
import { currentTime } from '../../platform/clock';
import type { AppError } from '../../platform/errors/app-error';
import { conflict } from '../../platform/errors/error-templates';
import { inTransaction, isDuplicateKey } from '../../platform/mongo/connection';
import { expiryOf } from '../../platform/mongo/retention';
import { markChanged } from '../changed-periods/change-marks';
import { buildConversation } from '../transcript/build-conversation';
import type { ImportedConversation, NewConversation, Transcript } from '../transcript/conversation';
import { findByExternalIds, insertConversations, isTakenImportKey } from './conversation.repository';
import { findTranscript } from './find-transcript';
import { growTranscript } from './grow-transcript';
import { replaceTranscripts } from './replace-transcripts';
import { insertMessages } from './stored-message.repository';

const MAX_STORE_ATTEMPTS = 3;

/**
 * The retention of a workspace in days, as seen by the transaction that stores conversations; null:
 * unlimited.
 * @throws AppError not_found when there is no such workspace
 */
export type RetentionOf = (workspaceId: string, session: ClientSession) => Promise<number | null>;

/** Operations that store conversations. */
export function createConversationStore(retentionOf: RetentionOf) {
  return {
    createConversation: createConversation.bind(null, retentionOf),
    createConversations: createConversations.bind(null, retentionOf),
    addConversations: addConversations.bind(null, retentionOf),
    replaceConversation: replaceConversation.bind(null, retentionOf),
    replaceConversations: replaceConversations.bind(null, retentionOf),
    growTranscript,
  };
}

/**
 * Stores a conversation with its messages. If the id is already stored, returns the stored conversation,
 * so that a repeated request is harmless.
 * @throws AppError conflict when another conversation has its external id
 */
async function createConversation(retentionOf: RetentionOf, input: NewConversation): Promise<Transcript> {
  const { workspaceId } = input;
  // Generated here, so that a retried transaction stores the same conversation.
  const conversationId = input.conversationId ?? randomUUID();
  const inputs = [{ ...input, conversationId }];
  try {
    const [outcome] = await retryWhileTaken(() =>
      inTransaction((session) => storeFree(retentionOf, workspaceId, inputs, session)),
    );
    if (outcome?.transcript) return outcome.transcript;
    if (outcome?.id !== conversationId) throw externalIdTaken(outcome?.id ?? null);
    return await getStored(workspaceId, conversationId);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return getStored(workspaceId, conversationId, error);
  }
}

/**
 * Stores conversations of one workspace in one transaction. Those with the external id of a stored or an
 * earlier conversation are skipped. Returns the result of each, in order.
 */
async function createConversations(
  retentionOf: RetentionOf,
  workspaceId: string,
  inputs: readonly NewConversation[],
): Promise<ImportedConversation[]> {
  const identified = inputs.map((input) => ({
    ...input,
    conversationId: input.conversationId ?? randomUUID(),
  }));
  const outcome = await retryWhileTaken(() =>
    inTransaction((session) => storeFree(retentionOf, workspaceId, identified, session)),
  );
  return outcome.map(({ id, isNew }) => ({ id, isNew }));
}

/**
 * Stores conversations of any workspaces in the caller's transaction, with the retention that it sees; returns them in
 * the same order.
 * @throws the driver's duplicate key error when an id is taken
 */
async function addConversations(
  retentionOf: RetentionOf,
  inputs: NewConversation[],
  session: ClientSession,
): Promise<Transcript[]> {
  const storedAt = currentTime();
  const expiries = new Map<string, Date | null>();
  for (const { workspaceId } of inputs) {
    if (expiries.has(workspaceId)) continue;
    expiries.set(workspaceId, expiryOf(storedAt, await retentionOf(workspaceId, session)));
  }
  const transcripts = inputs.map((input) =>
    buildConversation(input, expiries.get(input.workspaceId) ?? null),
  );
  await insertTranscripts(transcripts, storedAt, session);
  return transcripts;
}

/**
 * Stores a conversation in place of the one that is stored under its id, if there is one. Unchanged
 * messages keep their evaluations, and the conversation keeps its replies of experiments.
 */
async function replaceConversation(
  retentionOf: RetentionOf,
  input: NewConversation,
  session: ClientSession,
): Promise<Transcript> {
  const [transcript] = await replaceConversations(retentionOf, input.workspaceId, [input], session);
  return transcript as Transcript;
}

/** The same for several conversations of a workspace; returns them in the same order. */
async function replaceConversations(
  retentionOf: RetentionOf,
  workspaceId: string,
  inputs: readonly Omit<NewConversation, 'workspaceId'>[],
  session: ClientSession,
): Promise<Transcript[]> {
  const storedAt = currentTime();
  const expireAt = expiryOf(storedAt, await retentionOf(workspaceId, session));
  const transcripts = inputs.map((input) => buildConversation({ ...input, workspaceId }, expireAt));
  return replaceTranscripts(workspaceId, transcripts, { storedAt, expireAt }, session);
}

/** Stores those conversations of a workspace whose external id is free; returns the result of each, in order. */
async function storeFree(
  retentionOf: RetentionOf,
  workspaceId: string,
  inputs: readonly NewConversation[],
  session: ClientSession,
): Promise<(ImportedConversation & { transcript: Transcript | null })[]> {
  const externalIds = inputs.flatMap(({ externalId }) => externalId ?? []);
  const storedIds = await findByExternalIds(workspaceId, externalIds, session);
  const free: NewConversation[] = [];
  const outcome = inputs.map((input) => {
    const { conversationId = randomUUID() } = input;
    const externalId = input.externalId ?? null;
    const storedId = externalId === null ? undefined : storedIds.get(externalId);
    if (storedId !== undefined) return { id: storedId, isNew: false };
    if (externalId !== null) storedIds.set(externalId, conversationId);
    free.push({ ...input, workspaceId, conversationId });
    return { id: conversationId, isNew: true };
  });
  const transcripts = await addConversations(retentionOf, free, session);
  const byId = new Map(transcripts.map((transcript) => [transcript.conversation.id, transcript]));
  return outcome.map((one) => ({ ...one, transcript: one.isNew ? (byId.get(one.id) ?? null) : null }));
}

async function insertTranscripts(
  transcripts: Transcript[],
  storedAt: Date,
  session: ClientSession,
): Promise<void> {
  if (transcripts.length === 0) return;
  await insertConversations(
    transcripts.map(({ conversation }) => conversation),
    storedAt,
    session,
  );
  await insertMessages(transcripts, storedAt, session);
  const messageTimes = transcripts.flatMap(({ conversation: { workspaceId }, messages }) =>
    messages.map(({ createdAt }) => ({ workspaceId, createdAt })),
  );
  await markChanged(messageTimes, session);
}

/** The stored conversation; if there is none, throws `reason` or a conflict. */
async function getStored(workspaceId: string, id: string, reason?: unknown): Promise<Transcript> {
  const transcript = await findTranscript(workspaceId, id);
  if (transcript === null) throw reason ?? conflict('The conversation was deleted by a concurrent request');
  return transcript;
}

/** Retries an import that lost an external id to another one between looking it up and storing it. */
async function retryWhileTaken<Result>(store: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await store();
    } catch (error) {
      if (!isTakenImportKey(error) || attempt === MAX_STORE_ATTEMPTS) throw error;
    }
  }
}

function externalIdTaken(conversationId: string | null): AppError {
  return conflict('A conversation with this external_id exists', {
    loc: ['body', 'external_id'],
    ctx: { conversation_id: conversationId },
  });
}
