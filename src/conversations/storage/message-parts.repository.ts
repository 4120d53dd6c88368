import { isSliceOver, nextSlice } from '../../platform/concurrency/work-slices';
import type { TimeLimit } from '../../platform/mongo/time-limit';
import type { StoredMessage } from '../transcript/conversation';
import { messageCollection, type StoredMessageRecord } from './stored-message.model';

/** Ids per query. */
const LOOKUP_BATCH_SIZE = 500;

/** The parts of the existing messages among `ids`, including replies of experiments, in no particular order. */
export async function* streamMessageParts(
  workspaceId: string,
  ids: readonly string[],
  limit: TimeLimit,
): AsyncGenerator<Pick<StoredMessage, 'id' | 'parts'>> {
  for (let start = 0; start < ids.length; start += LOOKUP_BATCH_SIZE) {
    const together = ids.slice(start, start + LOOKUP_BATCH_SIZE);
    const cursor = messageCollection()
      .find({ _id: { $in: together }, workspaceId }, limit.forOperation())
      .project<Pick<StoredMessageRecord, '_id' | 'parts'>>({ parts: 1 });
    for await (const { _id, parts } of cursor) {
      if (isSliceOver()) await nextSlice(limit.signal);
      yield { id: _id, parts };
    }
  }
}
