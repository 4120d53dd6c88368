import type { ClientSession } from 'mongoose';
import { storedBytesOf } from '../platform/mongo/created-content';
import { newestFirst } from '../platform/mongo/keyset';
import type { TimePosition } from '../platform/time-position';
import type { ConversationSet, ListedSet, SetReference } from './conversation-set';
import { type ConversationSetDocument, ConversationSetModel } from './conversation-set.model';

/**
 * Stores a version as the latest one of its set.
 * @throws the driver's duplicate key error if the version exists, or for version 1 the name
 */
export async function insertSetVersion(
  { id, ...version }: ConversationSet,
  requestId: string,
  session: ClientSession,
): Promise<void> {
  await ConversationSetModel.updateMany(
    { workspaceId: version.workspaceId, setId: id, isCurrent: true },
    { $set: { isCurrent: false } },
    { session },
  );
  const conversationCount = version.conversationIds?.length ?? null;
  await ConversationSetModel.create(
    [
      {
        ...version,
        _id: `${id}@${version.version}`,
        setId: id,
        isCurrent: true,
        requestId,
        conversationCount,
        storedBytes: storedBytesOf(version),
      },
    ],
    { session },
  );
}

/** A version of a set, by default the latest, without its ids. */
export async function findSet(workspaceId: string, id: string, version?: number): Promise<ListedSet | null> {
  const versionFilter = version === undefined ? { isCurrent: true } : { version };
  const set = await ConversationSetModel.findOne(
    { workspaceId, setId: id, ...versionFilter },
    { conversationIds: 0 },
  ).lean();
  return set && toListed(set);
}

/** The version of a set that a request created, without its ids. */
export async function findSetVersionOf(
  workspaceId: string,
  id: string,
  requestId: string,
): Promise<ListedSet | null> {
  const set = await ConversationSetModel.findOne(
    { workspaceId, setId: id, requestId },
    { conversationIds: 0 },
  ).lean();
  return set && toListed(set);
}

/** A version of a set with its ids. */
export async function findSetByReference(
  workspaceId: string,
  { name, version }: SetReference,
): Promise<ConversationSet | null> {
  const versionFilter = version === null ? { isCurrent: true } : { version };
  const set = await ConversationSetModel.findOne({ workspaceId, name, ...versionFilter }).lean();
  return set && toSet(set);
}

/** The latest version of each set after a position, newest set first, without ids. */
export async function listSets(
  workspaceId: string,
  after: TimePosition | null,
  limit: number,
): Promise<ListedSet[]> {
  const { filter, sort } = newestFirst(after, 'setId');
  const sets = await ConversationSetModel.find(
    { workspaceId, isCurrent: true, ...filter },
    { conversationIds: 0 },
  )
    .sort(sort)
    .limit(limit)
    .lean();
  return sets.map(toListed);
}

/** The versions of a set below a version, latest first, without ids. */
export async function listSetVersions(
  workspaceId: string,
  id: string,
  below: number,
  limit: number,
): Promise<ListedSet[]> {
  const versions = await ConversationSetModel.find(
    { workspaceId, setId: id, version: { $lt: below } },
    { conversationIds: 0 },
  )
    .sort({ version: -1 })
    .limit(limit)
    .lean();
  return versions.map(toListed);
}

/** Deletes all versions; false if there were none. */
export async function deleteSet(workspaceId: string, id: string): Promise<boolean> {
  const { deletedCount } = await ConversationSetModel.deleteMany({ workspaceId, setId: id });
  return deletedCount > 0;
}

function toListed({
  _id,
  setId,
  isCurrent,
  requestId,
  storedBytes,
  ...rest
}: Omit<ConversationSetDocument, 'conversationIds'>): ListedSet {
  return { ...rest, id: setId };
}

function toSet({ conversationIds, ...document }: ConversationSetDocument): ConversationSet {
  const { conversationCount, ...set } = toListed(document);
  return { ...set, conversationIds };
}
