import { groupBy } from '../../platform/group-by';
import type { TimeLimit } from '../../platform/mongo/time-limit';
import type { FoundIssues } from '../transcript/conversation';
import { messageCollection, type StoredMessageRecord } from './stored-message.model';

type JudgedMessage = Pick<StoredMessageRecord, 'conversationId' | 'verdicts'>;

/** By id, the issues of those conversations that have a message with a verdict. */
export async function findIssues(
  workspaceId: string,
  conversationIds: readonly string[],
  timeLimit: TimeLimit,
): Promise<Map<string, FoundIssues>> {
  const judgedMessages = await messageCollection()
    .find(
      {
        workspaceId,
        conversationId: { $in: [...conversationIds] },
        // Matches the partial index of judged messages, which no other query uses.
        experimentId: null,
        'verdicts.0': { $exists: true },
      },
      timeLimit.forOperation(),
    )
    .project<JudgedMessage>({
      _id: 0,
      conversationId: 1,
      'verdicts.issueCount': 1,
      'verdicts.findings.label': 1,
    })
    .toArray();
  const byConversation = groupBy(judgedMessages, ({ conversationId }) => conversationId);
  return new Map([...byConversation].map(([id, messages]) => [id, toFoundIssues(messages)]));
}

function toFoundIssues(messages: readonly JudgedMessage[]): FoundIssues {
  const verdicts = messages.flatMap((message) => message.verdicts);
  const counts = verdicts.flatMap(({ issueCount }) => issueCount ?? []);
  const evaluated = messages.filter((message) => message.verdicts.some(isCompleted));
  const labels = verdicts.flatMap(({ findings }) => findings.map(({ label }) => label));
  const byLabel = [...groupBy(labels, (label) => label)].sort(
    ([one, ones], [other, others]) => others.length - ones.length || (one < other ? -1 : 1),
  );
  return {
    count: counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0),
    labels: byLabel.map(([label]) => label),
    evaluatedMessages: evaluated.length,
    notJudgeableMessages: messages.length - evaluated.length,
  };
}

const isCompleted = ({ issueCount }: { issueCount: number | null }) => issueCount !== null;
