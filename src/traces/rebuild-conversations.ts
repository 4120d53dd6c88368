import type { ConversationService } from '../conversations/conversation.service';
import { groupBy } from '../group-by';
import { assemble } from './assembly/assemble';
import type { Grouping } from './assembly/group-spans';
import { toNewConversation } from './new-conversation';
import type { Size } from './plan-records';
import { listRecords, lock, renewRecords } from './span.repository';
import { lifeFrom, readRecords, type Scope } from './span-record';

/** What the conversations that are made of traces need of those that are stored. */
export type TraceConversations = Pick<
  ConversationService,
  'addConversations' | 'applyRetention' | 'listSources' | 'removeTrace' | 'storeTrace'
>;

/** Which conversations are to be made anew, and what is known of them. */
export interface Changes {
  conversationIds: string[];
  groupings: ReadonlyMap<string, Grouping>;
  /** Of those that had records before. */
  sizes: ReadonlyMap<string, Size>;
}

// Records of conversations of this many bytes are read in one go.
const BYTES_TOGETHER = 8 * 1024 * 1024;

/** Makes conversations anew from all that is stored of them; answers the ids of those that are there then. */
export async function rebuildConversations(
  conversations: TraceConversations,
  scope: Scope,
  { conversationIds, groupings, sizes }: Changes,
): Promise<string[]> {
  const { workspaceId, days, session } = scope;
  await lock(
    conversationIds.map((id) => `${workspaceId}/conversation/${id}`),
    session,
  );
  const unknown = conversationIds.filter((id) => !sizes.has(id));
  const known = new Set([...sizes.keys(), ...(await conversations.listSources(workspaceId, unknown)).keys()]);
  const made: string[] = [];
  for (const ids of inPieces(conversationIds, sizes)) {
    const records = groupBy(
      await listRecords(workspaceId, ids, session),
      ({ conversationId }) => conversationId,
    );
    const inputs = ids.flatMap((id) => {
      const { spans, events } = readRecords(records.get(id) ?? []);
      const grouping = groupings.get(id);
      const assembled = assemble(spans, events);
      if (grouping === undefined || assembled.messages.length === 0) return [];
      return { ...toNewConversation(workspaceId, id, grouping.key, assembled), conversationId: id };
    });
    const there = new Set(inputs.map(({ conversationId }) => conversationId));
    for (const id of ids) {
      if (!there.has(id) && (known.has(id) || !groupings.has(id))) {
        await conversations.removeTrace(workspaceId, id, session);
      }
    }
    // Most exports are of conversations that are new, which are stored together.
    const isFresh = ({ conversationId }: { conversationId: string }) => !known.has(conversationId);
    const fresh = inputs.filter(isFresh);
    if (fresh.length > 0) await conversations.addConversations(fresh, session);
    for (const input of inputs) if (!isFresh(input)) await conversations.storeTrace(input, session);
    made.push(...there);
  }
  if (days !== null && made.length > 0) {
    await renewRecords(workspaceId, made, lifeFrom(new Date(), days), session);
  }
  return made;
}

function inPieces(ids: string[], sizes: ReadonlyMap<string, Size>): string[][] {
  const pieces: string[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const id of ids) {
    bytes += sizes.get(id)?.bytes ?? 0;
    if (bytes > BYTES_TOGETHER) {
      pieces.push([]);
      bytes = sizes.get(id)?.bytes ?? 0;
    }
    pieces.at(-1)?.push(id);
  }
  return pieces;
}
