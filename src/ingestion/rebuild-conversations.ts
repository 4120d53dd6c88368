import { isSliceOver, nextSlice, runInSlices } from '../../packages/concurrency';
import { assemble } from '../../packages/formats';
import { renewContent } from '../conversations/content/conversation-content';
import type { ConversationService } from '../conversations/conversation.service';
import type { NewConversation } from '../conversations/transcript/conversation';
import { currentTime } from '../platform/clock';
import { groupBy } from '../platform/group-by';
import { type CachedConversation, type ConversationCache, outlineConversation } from './conversation-cache';
import type { Grouping } from './group-spans';
import { growConversation } from './grow-conversation';
import { inPieces } from './in-pieces';
import type { LockVersion } from './lock-cache';
import { findGrouping, type Size } from './plan-records';
import { ContentReader, type SharedTexts } from './record-content';
import type { SpanRecord } from './span.model';
import { conversationLock, listRecords, lock } from './span.repository';
import { computeLifetime, type NewRecord, readRecords, type Scope, textsAmong } from './span-record';
import { listTexts } from './span-text.repository';
import { toNewConversation } from './to-new-conversation';
import { type TraceHistory, toTraceHistory } from './trace-history';
import { deleteHistories, saveHistories } from './trace-history.repository';

/** The operations on stored conversations that traces need. */
export type TraceConversations = Pick<
  ConversationService,
  'addConversations' | 'growTranscript' | 'findPreviews' | 'removeTrace' | 'replaceConversations'
>;

/** The conversations to rebuild, and what is known of them. */
export interface Changes {
  conversationIds: string[];
  groupings: ReadonlyMap<string, Grouping>;
  /** For those that had records before. */
  sizes: ReadonlyMap<string, Size>;
  /** By conversation, its new records, if it changes by these only. */
  incoming: ReadonlyMap<string, NewRecord[]>;
  cache: ConversationCache;
}

export interface Rebuilt {
  /** The ids of the conversations that exist now. */
  ids: string[];
  /** The ids of those that do not exist any more. */
  removed: string[];
  /** Call it once the transaction is committed; updates the caches of this process. */
  updateCaches(): void;
}

// Bytes of records that are read in one batch.
const BATCH_BYTES = 8 * 1024 * 1024;

/** A rebuild in progress, with what is stored or cached at its end. */
interface Rebuild {
  conversations: TraceConversations;
  scope: Scope;
  changes: Changes;
  /** The versions of the locked conversations, by the name of their lock. */
  locks: ReadonlyMap<string, LockVersion>;
  histories: TraceHistory[];
  saves: (() => void)[];
}

/**
 * Rebuilds conversations from all of their records. Of a large conversation that this process has cached, writes
 * only what the new records change, and reads nothing.
 */
export async function rebuildConversations(
  conversations: TraceConversations,
  scope: Scope,
  changes: Changes,
): Promise<Rebuilt> {
  const { workspaceId, days, session } = scope;
  const { sizes } = changes;
  const locks = await lock(
    changes.conversationIds.map((id) => conversationLock(workspaceId, id)),
    session,
  );
  const rebuild: Rebuild = { conversations, scope, changes, locks, histories: [], saves: [] };
  const grown = await growCached(rebuild);
  const conversationIds = changes.conversationIds.filter((id) => !grown.includes(id));
  const unknown = conversationIds.filter((id) => !sizes.has(id));
  const known = new Set([
    ...sizes.keys(),
    ...(await conversations.findPreviews(workspaceId, unknown)).keys(),
  ]);
  const storedIds: string[] = [];
  for (const ids of inPieces(conversationIds, BATCH_BYTES, (id) => sizes.get(id)?.bytes ?? 0))
    storedIds.push(...(await rebuildPiece(rebuild, ids, known)));
  // Records that were moved to a new conversation; those of others were renewed with theirs.
  const moved = storedIds.filter((id) => !known.has(id) && !isWhole(changes, id));
  if (days !== null) await renewContent(workspaceId, moved, computeLifetime(currentTime(), days), session);
  await saveHistories(rebuild.histories, days, session);
  const removed = conversationIds.filter((id) => !storedIds.includes(id));
  await deleteHistories(workspaceId, removed, session);
  const updateCaches = () => {
    for (const one of rebuild.saves) one();
  };
  return { ids: [...grown, ...storedIds], removed, updateCaches };
}

/** Writes what changes in cached conversations; returns their ids. */
async function growCached(rebuild: Rebuild): Promise<string[]> {
  const { conversations, scope, changes, locks } = rebuild;
  const grown: string[] = [];
  for (const id of changes.conversationIds) {
    const name = conversationLock(scope.workspaceId, id);
    const version = locks.get(name);
    const before = version === undefined ? null : changes.cache.find(name, version);
    const records = changes.incoming.get(id);
    if (before === null || records === undefined) continue;
    const described = await growConversation(conversations, scope, before, records);
    if (described === null) continue;
    grown.push(id);
    if (described.history !== null) rebuild.histories.push(described.history);
    saveLater(rebuild, id, described);
  }
  return grown;
}

type Input = NewConversation & { conversationId: string };

/** Assembles a conversation in slices of work; null without messages. */
async function assembleConversation(
  rebuild: Rebuild,
  id: string,
  records: readonly (SpanRecord | NewRecord)[],
  shared: SharedTexts,
): Promise<Input | null> {
  const { workspaceId } = rebuild.scope;
  const { spans, events } = await readRecords(records, new ContentReader(shared));
  const grouping = rebuild.changes.groupings.get(id) ?? findGrouping(workspaceId, id, records);
  const assembled = await runInSlices(assemble(spans, events));
  if (grouping === undefined || assembled.messages.length === 0) return null;
  const place = { workspaceId, id, grouping };
  const described = await outlineConversation(place, records, shared);
  if (described !== null) saveLater(rebuild, id, described);
  const history = toTraceHistory(place, assembled);
  if (history !== null) rebuild.histories.push(history);
  if (isSliceOver()) await nextSlice();
  return { ...toNewConversation(workspaceId, id, grouping.key, assembled), conversationId: id };
}

/** Rebuilds some conversations from their records; returns the ids of those that have messages. */
async function rebuildPiece(
  rebuild: Rebuild,
  ids: readonly string[],
  known: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const { conversations, changes } = rebuild;
  const { workspaceId, session } = rebuild.scope;
  const { groupings, incoming } = changes;
  const stored = ids.filter((id) => !isWhole(changes, id));
  const read = stored.length === 0 ? [] : await listRecords(workspaceId, stored, session);
  const records = groupBy(read, ({ conversationId }) => conversationId);
  const withTexts = new Set(read.filter(({ hasTexts }) => hasTexts).map((record) => record.conversationId));
  const texts = await listTexts(workspaceId, [...withTexts], session);
  const inputs: Input[] = [];
  for (const id of ids) {
    const received = isWhole(changes, id) ? (incoming.get(id) ?? []) : null;
    const found = received ?? records.get(id) ?? [];
    const shared = received === null ? (texts.get(id) ?? new Map()) : textsAmong(received);
    const input = await assembleConversation(rebuild, id, found, shared);
    if (input !== null) inputs.push(input);
  }
  const assembledIds = new Set(inputs.map(({ conversationId }) => conversationId));
  for (const id of ids) {
    if (!assembledIds.has(id) && (known.has(id) || !groupings.has(id))) {
      await conversations.removeTrace(workspaceId, id, session);
    }
  }
  // Most exports are of new conversations, which are stored together.
  const isFresh = ({ conversationId }: { conversationId: string }) => !known.has(conversationId);
  const fresh = inputs.filter(isFresh);
  if (fresh.length > 0) await conversations.addConversations(fresh, session);
  const others = inputs.filter((input) => !isFresh(input));
  if (others.length > 0) await conversations.replaceConversations(workspaceId, others, session);
  return assembledIds;
}

/** Whether its new records are all: the records of a new conversation need not be read, and have their expiry already. */
function isWhole({ sizes, incoming }: Changes, id: string): boolean {
  return !sizes.has(id) && incoming.has(id);
}

function saveLater(
  { scope, changes, locks, saves }: Rebuild,
  id: string,
  described: CachedConversation,
): void {
  const name = conversationLock(scope.workspaceId, id);
  const version = locks.get(name);
  if (version !== undefined) saves.push(() => changes.cache.save(name, version, described));
}
