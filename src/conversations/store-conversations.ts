import type { ClientSession } from 'mongoose';
import { inTransaction, isDuplicateKey } from '../mongo/connection';
import { expiryOf, followRetention } from '../mongo/retention';
import { buildConversation } from './build-conversation';
import { markChanged } from './change-marks';
import type { Conversation, NewConversation, Transcript } from './conversation';
import { insertConversations } from './conversation.repository';
import { applyRetention } from './conversation-retention';
import { findTranscript } from './find-transcript';
import { replaceTranscript } from './replace-transcript';
import { insertMessages } from './stored-message.repository';

/** Days that a workspace keeps its conversations; null: for ever. */
export type RetentionOf = (workspaceId: string) => Promise<number | null>;

/** The ways in which conversations come to be stored. */
export function createConversationStore(retentionOf: RetentionOf) {
  async function expiryFrom(workspaceId: string, storedAt: Date): Promise<Date | null> {
    return expiryOf(storedAt, await retentionOf(workspaceId));
  }

  /** Stores transcripts made for a retention of `days`, even if another one is applied before they are there. */
  async function storeTranscripts(
    workspaceId: string,
    transcripts: Transcript[],
    { storedAt, days }: { storedAt: Date; days: number | null },
  ): Promise<void> {
    await inTransaction((session) => insertTranscripts(transcripts, storedAt, session));
    await followRetention(
      days,
      () => retentionOf(workspaceId),
      (daysNow) => applyRetention(workspaceId, daysNow),
    );
  }

  return {
    /**
     * Stores a conversation with its messages. An id that is stored already answers what is stored, so that a
     * repeated request is harmless.
     */
    async createConversation(input: NewConversation): Promise<Transcript> {
      const storedAt = new Date();
      const days = await retentionOf(input.workspaceId);
      const transcript = buildConversation(input, expiryOf(storedAt, days));
      try {
        await storeTranscripts(input.workspaceId, [transcript], { storedAt, days });
        return transcript;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        const stored = await findTranscript(input.workspaceId, transcript.conversation.id);
        if (stored === null) throw error;
        return stored;
      }
    },

    /** Stores conversations of one workspace in one transaction: all of them, or none. */
    async createConversations(workspaceId: string, inputs: NewConversation[]): Promise<Conversation[]> {
      const storedAt = new Date();
      const days = await retentionOf(workspaceId);
      const expireAt = expiryOf(storedAt, days);
      const transcripts = inputs.map((input) => buildConversation({ ...input, workspaceId }, expireAt));
      await storeTranscripts(workspaceId, transcripts, { storedAt, days });
      return transcripts.map(({ conversation }) => conversation);
    },

    /**
     * Stores conversations, of whatever workspaces, in the caller's transaction; answers them in the same order.
     * @throws the driver's duplicate key error when an id is taken
     */
    async addConversations(inputs: NewConversation[], session: ClientSession): Promise<Transcript[]> {
      const storedAt = new Date();
      const transcripts = await Promise.all(
        inputs.map(async (input) => buildConversation(input, await expiryFrom(input.workspaceId, storedAt))),
      );
      await insertTranscripts(transcripts, storedAt, session);
      return transcripts;
    },

    /**
     * Stores what a trace tells of a conversation, in the place of what is stored under its id. Messages that say
     * the same keep their evaluations, and the conversation its replies of experiments.
     */
    async storeTrace(input: NewConversation, session: ClientSession): Promise<Transcript> {
      const storedAt = new Date();
      const expireAt = await expiryFrom(input.workspaceId, storedAt);
      return replaceTranscript(buildConversation(input, expireAt), storedAt, session);
    },
  };
}

async function insertTranscripts(
  transcripts: Transcript[],
  storedAt: Date,
  session: ClientSession,
): Promise<void> {
  await insertConversations(
    transcripts.map(({ conversation }) => conversation),
    storedAt,
    session,
  );
  await insertMessages(transcripts, storedAt, session);
  const stored = transcripts.flatMap(({ conversation: { workspaceId }, messages }) =>
    messages.map(({ createdAt }) => ({ workspaceId, createdAt })),
  );
  await markChanged(stored, session);
}
