import { groupBy } from '../platform/group-by';
import { textsOf } from './record-content';
import { listRecords, listRecordsById, type SpanHead } from './span.repository';
import type { computeLifetime, Scope } from './span-record';
import { deleteTexts, listTexts, saveTexts } from './span-text.repository';

/**
 * Copies the texts that moved records refer to into their new conversations, and deletes those that no record of the
 * earlier ones refers to. Call it after the records were moved.
 */
export async function moveTexts(
  { workspaceId, session }: Scope,
  moves: readonly { head: SpanHead; conversationId: string }[],
  life: ReturnType<typeof computeLifetime>,
): Promise<void> {
  const withTexts = moves.filter(({ head }) => head.hasTexts);
  for (const [origin, moved] of groupBy(withTexts, ({ head }) => head.conversationId)) {
    const texts = (await listTexts(workspaceId, [origin], session)).get(origin) ?? new Map();
    for (const [target, members] of groupBy(moved, ({ conversationId }) => conversationId)) {
      const ids = members.map(({ head }) => head._id);
      const contents = (await listRecordsById(workspaceId, ids, session)).map(({ content }) => content);
      await saveTexts(workspaceId, new Map([[target, textsOf(contents, texts)]]), life, session);
    }
    const remaining = (await listRecords(workspaceId, [origin], session)).filter(({ hasTexts }) => hasTexts);
    const used = textsOf(
      remaining.map(({ content }) => content),
      texts,
    );
    const unused = [...texts.keys()].filter((digest) => !used.has(digest));
    await deleteTexts(workspaceId, origin, unused, session);
  }
}
