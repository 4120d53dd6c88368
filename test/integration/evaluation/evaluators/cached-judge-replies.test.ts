import { randomUUID } from 'node:crypto';
import { CachedJudgeReplyModel } from '../../../../src/evaluation/llm-judge/cached-judge-reply.model';
import { mongoJudgeReplyCache } from '../../../../src/evaluation/llm-judge/mongo-judge-reply-cache';
import { useDatabase } from '../../../support/database';
import { makeFinding, makeJudge, makeJudgeInput } from '../../../support/judges';
import { ModelServer, type Script } from '../../../support/model-server';
import { storeWorkspace } from '../../../support/stored-workspaces';

useDatabase();

const server = new ModelServer();
beforeAll(() => server.start());
afterAll(() => server.stop());

const usage = { inputTokens: 12, costCents: 0.5, calls: 2, retriedCalls: 1 };

describe('mongoJudgeReplyCache', () => {
  it('finds a saved reply, and null for a missing one', async () => {
    await mongoJudgeReplyCache.save('a', { text: '{"findings": []}', usage }, null);
    await mongoJudgeReplyCache.save('unpriced', { text: '', usage: { ...usage, costCents: null } }, null);

    expect(await mongoJudgeReplyCache.find('a')).toEqual({ text: '{"findings": []}', usage });
    expect(await mongoJudgeReplyCache.find('unpriced')).toEqual({
      text: '',
      usage: { ...usage, costCents: null },
    });
    expect(await mongoJudgeReplyCache.find('b')).toBeNull();
  });

  it('preserves the first of two replies to one request', async () => {
    await mongoJudgeReplyCache.save('twice', { text: 'first', usage }, null);
    await mongoJudgeReplyCache.save('twice', { text: 'second', usage }, null);

    expect(await mongoJudgeReplyCache.find('twice')).toMatchObject({ text: 'first' });
  });

  it('replaces the usage of calls without a reply, and nothing else', async () => {
    const more = { ...usage, calls: 3 };
    await mongoJudgeReplyCache.save('late', { text: null, usage }, null);
    await mongoJudgeReplyCache.save('late', { text: null, usage: more }, null);
    expect(await mongoJudgeReplyCache.find('late')).toEqual({ text: null, usage: more });

    await mongoJudgeReplyCache.save('late', { text: 'a reply', usage }, null);
    await mongoJudgeReplyCache.save('late', { text: null, usage: more }, null);
    expect(await mongoJudgeReplyCache.find('late')).toEqual({ text: 'a reply', usage });
  });

  it('saves nothing for a deleted workspace', async () => {
    const workspaceId = await storeWorkspace();
    await mongoJudgeReplyCache.save('of a workspace', { text: 'there', usage }, workspaceId);
    await mongoJudgeReplyCache.save('of none', { text: 'gone', usage }, randomUUID());

    expect(await CachedJudgeReplyModel.findById('of a workspace').lean()).toMatchObject({ workspaceId });
    expect(await mongoJudgeReplyCache.find('of none')).toBeNull();
  });

  it('expires replies after a day', async () => {
    const indexes = await CachedJudgeReplyModel.collection.indexes();

    expect(indexes).toContainEqual(
      expect.objectContaining({ key: { createdAt: 1 }, expireAfterSeconds: 86_400 }),
    );
  });
});

describe('an evaluation that ends with its process', () => {
  it('is continued by another one, which sends and pays for no window twice', async () => {
    const evidence = 'A line that says nothing of note.\n'.repeat(2_000);
    const input = makeJudgeInput(evidence, 'It has 12 floors.');
    const options = { signal: new AbortController().signal, evaluationKey: randomUUID() };
    const choices = { config: { contextTokens: 8_000 }, store: mongoJudgeReplyCache };
    const windowOf: (request: Parameters<Script>[0]) => string = ({ body }) =>
      /window (\d+) of/.exec(String(body.messages.at(-1)?.content))?.[1] ?? '';
    let isDown = true;
    server.on('judge', (request) => {
      const isLost = isDown && Number(windowOf(request)) > 2;
      return isLost
        ? { kind: 'status', status: 503 }
        : { kind: 'json', value: { findings: [makeFinding('12 floors')] } };
    });

    const first = makeJudge(server, 'judge', choices).evaluate(input, options);
    await expect(first).rejects.toMatchObject({ code: 'provider_unavailable' });
    const asked = server.requests.length;
    isDown = false;
    const verdict = await makeJudge(server, 'judge', choices).evaluate(input, options);
    const again = server.requests.slice(asked).map(windowOf);

    expect(verdict).toMatchObject({ status: 'completed', annotations: [{ text: '12 floors' }] });
    expect(again.length).toBe(verdict.coverage.windows - 2);
    expect(again).not.toContain('1');
    expect(again).not.toContain('2');
    expect(verdict.usage).toMatchObject({
      calls: verdict.coverage.windows,
      inputTokens: 100 * verdict.coverage.windows,
    });
    expect((await makeJudge(server, 'judge', choices).evaluate(input, options)).usage).toEqual(verdict.usage);
    expect(server.requests.length).toBe(asked + again.length);
  });
});
