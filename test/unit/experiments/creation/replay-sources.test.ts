import { listReplaySources } from '../../../../src/experiments/creation/replay-sources';

it('limits the time in which flagged replies are found', async () => {
  const conversations = {
    listFlaggedReplies: () => new Promise<never>(() => {}),
    listSources: async () => new Map(),
  };
  const selection = { conversationIds: ['conversation'], findingFilter: null };

  const listing = listReplaySources(
    { conversations, queryTimeoutMs: 1 },
    'workspace',
    selection,
    'flagged_reply',
    new AbortController().signal,
  );

  await expect(listing).rejects.toMatchObject({ code: 'query_timeout' });
});
