import type { ClientSession, mongo } from 'mongoose';
import { driverDatabase, inSession } from '../../platform/mongo/driver';

/** A collection whose documents belong to conversations: each has `workspaceId`, `conversationId` and `expireAt`. */
export interface ContentCollection {
  name: string;
  /** The field with the time from which a retention counts. */
  begin: 'storedAt' | 'createdAt';
  /** Whether a document is about one message, whose id is `messageId`, and ends with that message. */
  isAboutMessage: boolean;
  /** Which of the documents may be written after their conversation was deleted: those of replies by experiments, or all. */
  orphans: 'none' | 'replies' | 'all';
  /** Whether the conversation was assembled from it: it stays when a trace has no message any more. */
  isSource: boolean;
  /** Selects, of the documents with the id of an experiment, those that end with it; null: none has one. */
  ofExperiment: mongo.Filter<mongo.BSON.Document> | null;
}

/** What hangs on a conversation. Other rooms have some of these collections: they are named, so that none is forgotten. */
export const conversationContent: readonly ContentCollection[] = [
  {
    name: 'messages',
    begin: 'storedAt',
    isAboutMessage: false,
    orphans: 'replies',
    isSource: false,
    ofExperiment: {},
  },
  {
    name: 'evaluations',
    begin: 'createdAt',
    isAboutMessage: true,
    orphans: 'all',
    isSource: false,
    // Those of original messages remain: later experiments share them as their baseline.
    ofExperiment: { itemId: { $ne: null } },
  },
  {
    name: 'findings',
    begin: 'storedAt',
    isAboutMessage: true,
    orphans: 'replies',
    isSource: false,
    ofExperiment: {},
  },
  {
    name: 'reviews',
    begin: 'storedAt',
    isAboutMessage: true,
    orphans: 'all',
    isSource: false,
    ofExperiment: {},
  },
  {
    name: 'review_items',
    begin: 'storedAt',
    isAboutMessage: true,
    orphans: 'all',
    isSource: false,
    ofExperiment: {},
  },
  {
    name: 'spans',
    begin: 'storedAt',
    isAboutMessage: false,
    orphans: 'none',
    isSource: true,
    ofExperiment: null,
  },
  {
    name: 'spantexts',
    begin: 'storedAt',
    isAboutMessage: false,
    orphans: 'none',
    isSource: true,
    ofExperiment: null,
  },
];

/** Deletes what hangs on a conversation, replies that experiments wrote to it included. */
export async function deleteContent(
  workspaceId: string,
  conversationId: string,
  { withSources }: { withSources: boolean },
  session: ClientSession,
): Promise<void> {
  for (const { name, isSource } of conversationContent)
    if (withSources || !isSource)
      await collection(name).deleteMany({ workspaceId, conversationId }, { session });
}

/** Deletes what was written to a conversation after it was deleted. A trace may have stored it again at the same time. */
export async function deleteOrphans(workspaceId: string, conversationId: string): Promise<void> {
  for (const { name, orphans } of conversationContent) {
    if (orphans === 'none') continue;
    const some = orphans === 'all' ? {} : { experimentId: { $ne: null } };
    await collection(name).deleteMany({ workspaceId, conversationId, ...some });
  }
}

/** Deletes what is about messages, by any evaluator or person. */
export async function deleteContentOfMessages(
  workspaceId: string,
  messageIds: readonly string[],
  session: ClientSession,
): Promise<void> {
  if (messageIds.length === 0) return;
  for (const { name, isAboutMessage } of conversationContent)
    if (isAboutMessage)
      await collection(name).deleteMany({ workspaceId, messageId: { $in: [...messageIds] } }, { session });
}

/** Deletes the replies of an experiment, and what is about them. */
export async function deleteContentOfExperiment(
  workspaceId: string,
  experimentId: string,
  session: ClientSession,
): Promise<void> {
  for (const { name, ofExperiment } of conversationContent)
    if (ofExperiment !== null)
      await collection(name).deleteMany({ workspaceId, experimentId, ...ofExperiment }, { session });
}

/** Sets the end of all that hangs on conversations; null: never. */
export async function setContentExpiry(
  workspaceId: string,
  conversationIds: readonly string[],
  expireAt: Date | null,
  session?: ClientSession,
): Promise<void> {
  if (conversationIds.length === 0) return;
  const filter = { workspaceId, conversationId: { $in: [...conversationIds] } };
  for (const { name } of conversationContent)
    await collection(name).updateMany(filter, { $set: { expireAt } }, inSession(session));
}

/** Gives the life of conversations that were stored again to what began with them; replies of experiments keep theirs. */
export async function renewContent(
  workspaceId: string,
  conversationIds: readonly string[],
  life: { storedAt: Date; expireAt: Date | null },
  session: ClientSession,
): Promise<void> {
  if (conversationIds.length === 0) return;
  const own = { workspaceId, conversationId: { $in: [...conversationIds] }, experimentId: null };
  for (const { name, begin } of conversationContent)
    if (begin === 'storedAt') await collection(name).updateMany(own, { $set: life }, { session });
}

const collection = (name: string): mongo.Collection => driverDatabase().collection(name);
