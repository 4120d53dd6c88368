import { randomUUID } from 'node:crypto';

/** A stored experiment in its own workspace, for tests that need no api to create one. */
export function experimentDocument<Fields extends object>(fields: Fields) {
  return {
    _id: randomUUID(),
    workspaceId: randomUUID(),
    name: 'Stored',
    model: 'm',
    isPassThrough: false,
    evaluatorId: randomUUID(),
    evaluatorVersion: 1,
    evaluatorName: 'grounding',
    issueConfig: { labels: [], domainContext: null },
    issueConfigVersion: 1,
    conversationIds: [randomUUID()],
    chosenBy: 'named',
    replayAt: 'last_reply',
    concurrency: 1,
    status: 'pending',
    creator: {},
    createdAt: new Date(),
    requestedAt: new Date(),
    ...fields,
  };
}
