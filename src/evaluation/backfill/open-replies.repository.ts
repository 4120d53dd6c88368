import { conversationCollection } from '../../conversations/storage/conversation.model';
import { messageCollection } from '../../conversations/storage/stored-message.model';
import { newestFirst } from '../../platform/mongo/keyset';
import type { TimeLimit } from '../../platform/mongo/time-limit';
import type { TimePosition } from '../../platform/time-position';
import type { EvaluatorVersion } from '../online/open-replies';

/** The replies of a conversation that a version of an evaluator has not judged. */
export interface OpenReplyCount {
  conversationId: string;
  replies: number;
  /** The one in the middle. */
  middleReplyId: string;
}

/** The next conversations of a workspace, newest first. */
export async function listConversationsAfter(
  workspaceId: string,
  after: TimePosition | null,
  limit: number,
  timeLimit?: TimeLimit,
): Promise<TimePosition[]> {
  const { filter, sort } = newestFirst(after);
  const page = await conversationCollection()
    .find({ workspaceId, ...filter }, timeLimit?.forOperation())
    .sort(sort)
    .limit(limit)
    .project<{ _id: string; createdAt: Date }>({ createdAt: 1 })
    .toArray();
  return page.map(({ _id: id, createdAt }) => ({ id, createdAt }));
}

/** The conversations among `ids` with a message that the query selects, which must not contain unchecked input. */
export async function listMatching(
  workspaceId: string,
  ids: readonly string[],
  query: Record<string, unknown>,
  timeLimit?: TimeLimit,
): Promise<Set<string>> {
  const among = { workspaceId, conversationId: { $in: [...ids] } };
  const options = timeLimit?.forOperation() ?? {};
  return new Set(await messageCollection().distinct('conversationId', { $and: [among, query] }, options));
}

/** The open replies of the conversations among `ids` that have any, in no particular order. */
export async function countOpenReplies(
  workspaceId: string,
  ids: readonly string[],
  evaluator: EvaluatorVersion,
  timeLimit?: TimeLimit,
): Promise<OpenReplyCount[]> {
  const isJudged = { $elemMatch: { evaluatorId: evaluator.id, evaluatorVersion: evaluator.version } };
  const open = {
    workspaceId,
    conversationId: { $in: [...ids] },
    role: 'assistant',
    experimentId: null,
    verdicts: { $not: isJudged },
  };
  return messageCollection()
    .aggregate<OpenReplyCount>(
      [
        { $match: open },
        { $sort: { workspaceId: 1, conversationId: 1, sequenceNumber: 1 } },
        { $group: { _id: '$conversationId', ids: { $push: '$_id' } } },
        {
          $project: {
            _id: 0,
            conversationId: '$_id',
            replies: { $size: '$ids' },
            middleReplyId: { $arrayElemAt: ['$ids', { $floor: { $divide: [{ $size: '$ids' }, 2] } }] },
          },
        },
      ],
      timeLimit?.forOperation(),
    )
    .toArray();
}

/** Those of the ids without a conversation. */
export async function listUnknownIds(workspaceId: string, ids: readonly string[]): Promise<string[]> {
  const found = await conversationCollection()
    .find({ workspaceId, _id: { $in: [...ids] } })
    .project<{ _id: string }>({ _id: 1 })
    .toArray();
  const known = new Set(found.map(({ _id }) => _id));
  return ids.filter((id) => !known.has(id));
}
