import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { groupBy } from '../../src/platform/group-by';
import { eventually } from '../support/eventually';
import { firstOf } from '../support/first-of';
import { type JudgedReply, makeJudgedReply } from '../support/judged-replies';
import { owner } from '../support/owner';
import { countDocuments, makeMember, makeWorkspace, makeWorkspaceKey } from '../support/people';
import { problems } from '../support/refusal';
import { storeCopies } from '../support/stored-copies';
import { useApi, useContract } from '../support/use-api';

const api = useApi();
const contract = useContract(api);
beforeEach(async () => {
  api.workspaceId = await makeWorkspace(api);
});

const all = 'role = assistant';

async function makeReplies(count: number): Promise<JudgedReply[]> {
  const replies: JudgedReply[] = [];
  for (let index = 0; index < count; index += 1)
    replies.push(await makeJudgedReply(api, { isClean: index % 2 === 1 }));
  return replies;
}

async function makeQueue(overrides: object = {}) {
  const body = { name: 'Audit', source: { filter: all }, ...overrides };
  const response = await contract.call('createReviewQueue', { body });
  expect([response.status, response.body.detail]).toEqual([201, undefined]);
  return response.body;
}

const makeReviewer = async () => (await makeMember(api, 'contributor')).key;

function claim(queueId: string, key: string, body: object = {}) {
  return contract.call('claimReviewItems', { params: { queue_id: queueId }, key, body });
}

interface Claimed {
  id: string;
  queue_id: string;
  message_id: string;
  lease: { lease_id: string; epoch: number; expires_at: string };
}

const tokenOf = ({ lease }: Claimed) => ({ lease_id: lease.lease_id, epoch: lease.epoch });
const itemParams = ({ id, queue_id }: Claimed) => ({ queue_id, item_id: id });

function complete(item: Claimed, key: string, body: object = { verdict: 'has_issue' }) {
  return contract.call('completeReviewItem', {
    params: itemParams(item),
    key,
    body: { ...tokenOf(item), ...body },
  });
}

it('takes a person with a session and workspace keys for one reviewer of an item', async () => {
  await makeReplies(1);
  const { id } = await makeQueue({ reviewers_per_item: 3 });
  const keys = [await makeWorkspaceKey(api), await makeWorkspaceKey(api)];

  const [item] = (await claim(id, owner.apiKey)).body.items;
  await complete(item as Claimed, owner.apiKey);
  const claims = await Promise.all(keys.map(({ key }) => claim(id, key)));
  const other = await claim(id, await makeReviewer());

  expect(claims.map(({ status, body }) => [status, body?.items?.length ?? 0])).toEqual([
    [204, 0],
    [204, 0],
  ]);
  expect(other.status).toBe(200);
});

describe('the replies of a queue', () => {
  it('are the evaluated ones of a filter, newest first, with their counts', async () => {
    const replies = await makeReplies(3);
    await api.post('/v1/conversations', {
      messages: [
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: 'Not evaluated.' },
      ],
    });

    const queue = await makeQueue();
    const { body } = await claim(queue.id, await makeReviewer(), { limit: 10 });

    expect(queue).toMatchObject({
      source: { filter: all },
      reviewers_per_item: 1,
      population: 3,
      item_count: 3,
      counts: { open: 3, leased: 0, completed: 0 },
      owner: { kind: 'user' },
    });
    expect(body.items.map((item: Claimed) => item.message_id)).toEqual(
      replies.map(({ messageId }) => messageId).reverse(),
    );
    expect(body.items[0]).toMatchObject({ position: 0, inclusion_probability: null, completed_count: 0 });
    expect((await contract.call('getReviewQueue', { params: { queue_id: queue.id } })).body.counts).toEqual({
      open: 0,
      leased: 3,
      completed: 0,
    });
  });

  it('are a sample that a seed reproduces, with its inclusion probability', async () => {
    await makeReplies(6);
    const drawn = async (seed: string | number) => {
      const queue = await makeQueue({ source: { sample: { filter: all, size: 3, seed } } });
      const { body } = await claim(queue.id, await makeReviewer(), { limit: 10 });
      return { queue, items: body.items as (Claimed & { inclusion_probability: number })[] };
    };

    const one = await drawn('march');
    const other = await drawn('march');
    const numbered = await drawn(7);

    const ids = ({ items }: typeof one) => items.map(({ message_id: id }) => id);
    expect(one.queue).toMatchObject({ population: 6, item_count: 3 });
    expect(numbered.queue.source).toEqual({ sample: { filter: all, size: 3, seed: '7' } });
    expect(new Set(ids(one)).size).toBe(3);
    expect(ids(other)).toEqual(ids(one));
    expect(one.items.map((item) => item.inclusion_probability)).toEqual([0.5, 0.5, 0.5]);
  });

  it('are those of a set, or a sample of them that stays valid when the set changes', async () => {
    const replies = await makeReplies(5);
    const members = replies.slice(0, 4).map(({ conversationId }) => conversationId);
    const filter = `conversation_id:(${members.join(' OR ')})`;
    const { body: set } = await api.post('/v1/sets', { name: 'audited', filter, is_live: true });

    const whole = await makeQueue({ source: { set: 'audited' } });
    const sample = await makeQueue({ source: { sample: { set: 'audited@1', size: 2, seed: 'a' } } });
    const same = await makeQueue({ source: { sample: { filter, size: 2, seed: 'a' } } });
    const drawn = async (queue: { id: string }) =>
      (await claim(queue.id, await makeReviewer(), { limit: 10 })).body.items.map(
        ({ message_id: id }: Claimed) => id,
      );

    expect(whole).toMatchObject({ source: { set: 'audited@1' }, population: 4, item_count: 4 });
    expect(sample).toMatchObject({
      source: { sample: { set: 'audited@1', size: 2, seed: 'a' } },
      population: 4,
      item_count: 2,
    });
    expect(await drawn(sample)).toEqual(await drawn(same));

    await api.delete(`/v1/sets/${set.id}`);
    const { status, body } = await api.get(`/v1/accuracy?queue_id=${sample.id}`);
    expect([status, (body as { population: number }).population]).toEqual([200, 4]);
    const { body: page } = await contract.call('listReviewQueues', {});
    expect(page.items.map(({ source }: { source: object }) => source)).toContainEqual({ set: 'audited@1' });
  });

  it('are those that evaluators judge differently', async () => {
    const [reply] = await makeReplies(2);
    const grounding = firstOf((await api.get('/v1/evaluators')).body.items);
    const other = (await api.post('/v1/evaluators', { name: 'other', kind: 'grounding' })).body;
    const verdict = { evaluatorId: other.id, evaluationId: randomUUID(), createdAt: new Date() };
    await mongoose.connection
      .collection<{ _id: string; verdicts: object[] }>('messages')
      .updateMany(
        { workspaceId: api.workspaceId, role: 'assistant' },
        { $push: { verdicts: { ...verdict, issueCount: 0, findings: [] } } },
      );

    const source = { disagreement: { evaluator_ids: [grounding.id, other.id] } };
    const queue = await makeQueue({ source });
    const { body } = await claim(queue.id, await makeReviewer(), { limit: 10 });

    expect(queue).toMatchObject({ source, population: 1 });
    expect(body.items.map((item: Claimed) => item.message_id)).toEqual([reply?.messageId]);
  });

  it('are refused with the place of the problem', async () => {
    const create = (source: object) =>
      contract.call('createReviewQueue', { body: { name: 'x', source, reviewers_per_item: 1 } });
    const before = await countDocuments();

    const filter = await create({ filter: 'nonsense = 1' });
    const sample = await create({ sample: { filter: 'nonsense = 1', size: 1, seed: 'a' } });
    const set = await create({ sample: { set: 'none@2', size: 1, seed: 'a' } });
    const evaluators = await create({ disagreement: { evaluator_ids: [randomUUID(), randomUUID()] } });
    const many = await contract.call('createReviewQueue', {
      body: { name: '', source: { filter: all }, reviewers_per_item: 11 },
    });

    expect(problems(filter)).toEqual(['body.source.filter value_error']);
    expect(problems(sample)).toEqual(['body.source.sample.filter value_error']);
    expect(problems(set)).toEqual(['body.source.sample.set value_error']);
    expect(problems(evaluators)).toEqual(['body.source.disagreement.evaluator_ids.0 value_error']);
    expect(problems(many).sort()).toEqual([
      'body.name string_too_short',
      'body.reviewers_per_item less_than_equal',
    ]);
    expect(await countDocuments()).toEqual(before);
  });

  it('may be none', async () => {
    const queue = await makeQueue();

    expect(queue).toMatchObject({ population: 0, item_count: 0 });
    expect((await claim(queue.id, await makeReviewer())).status).toBe(204);
  });
});

describe('claiming', () => {
  it('gives each place to one reviewer, and no reviewer an item twice, in concurrent claims', async () => {
    await makeReplies(8);
    const queue = await makeQueue({ reviewers_per_item: 2 });
    const reviewers = await Promise.all(Array.from({ length: 5 }, makeReviewer));

    const claims = await Promise.all(
      [...reviewers, ...reviewers, ...reviewers, ...reviewers].map(async (key, index) => {
        const { body } = await claim(queue.id, key, { limit: 1 + (index % 3) });
        return ((body.items ?? []) as Claimed[]).map((item) => ({ key, item }));
      }),
    );

    const given = claims.flat();
    expect(given).toHaveLength(16);
    expect(new Set(given.map(({ key, item }) => `${item.id} ${key}`)).size).toBe(16);
    expect(new Set(given.map(({ item }) => item.lease.lease_id)).size).toBe(16);
    const perItem = groupBy(given, ({ item }) => item.id);
    expect([...perItem.values()].map((places) => places.map(({ item }) => item.lease.epoch).sort())).toEqual(
      Array.from({ length: 8 }, () => [1, 2]),
    );
  });

  it('never offers an item again to the reviewer who completed it', async () => {
    await makeReplies(1);
    const queue = await makeQueue({ reviewers_per_item: 2 });
    const [ada, ben, cy] = [await makeReviewer(), await makeReviewer(), await makeReviewer()];

    await complete(firstOf((await claim(queue.id, ada)).body.items), ada);
    const again = await claim(queue.id, ada);
    await complete(firstOf((await claim(queue.id, ben)).body.items), ben);
    const full = await claim(queue.id, cy);

    expect([again.status, full.status]).toEqual([204, 204]);
    expect((await api.get(`/v1/review-queues/${queue.id}`)).body.counts).toEqual({
      open: 0,
      leased: 0,
      completed: 1,
    });
  });

  it('gives a reviewer at most 50 leases of a queue, so that others get items too', async () => {
    await makeReplies(1);
    const queue = await makeQueue();
    await storeCopies('review_items', { queueId: queue.id }, 51, (index) => ({
      _id: randomUUID(),
      position: index + 1,
    }));
    const [greedy, other] = [await makeReviewer(), await makeReviewer()];

    const counts: number[] = [];
    for (const limit of [30, 30]) counts.push((await claim(queue.id, greedy, { limit })).body.items.length);
    const beyond = await claim(queue.id, greedy);

    expect(counts).toEqual([30, 20]);
    expect(beyond.status).toBe(204);
    expect((await claim(queue.id, other, { limit: 50 })).body.items).toHaveLength(2);
  });

  it('returns the same leases for an Idempotency-Key', async () => {
    await makeReplies(2);
    const queue = await makeQueue();
    const options = {
      params: { queue_id: queue.id },
      headers: { 'idempotency-key': randomUUID() },
      body: { limit: 1 },
    };

    const one = await contract.call('claimReviewItems', options);
    const other = await contract.call('claimReviewItems', options);

    expect(other.body).toEqual(one.body);
  });

  it('skips replies that were deleted after the queue was created', async () => {
    const replies = await makeReplies(2);
    const queue = await makeQueue();
    await mongoose.connection
      .collection<{ _id: string }>('messages')
      .deleteOne({ _id: replies[1]?.messageId ?? '' });

    const { body } = await claim(queue.id, await makeReviewer(), { limit: 10 });

    expect(body.items.map((item: Claimed) => item.message_id)).toEqual([replies[0]?.messageId]);
  });
});

describe('a lease', () => {
  it('of a reviewer who was killed while claiming expires, and others get the item', async () => {
    await makeReplies(2);
    const queue = await makeQueue();
    const [killed, other] = [await makeReviewer(), await makeReviewer()];
    const items = mongoose.connection.collection('review_items');
    const connection = new AbortController();
    const lost = fetch(`${api.url}/v1/review-queues/${queue.id}/claim`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${killed}`,
        'x-workspace-id': api.workspaceId,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ limit: 1, lease_seconds: 2 }),
      signal: connection.signal,
    });
    await eventually(() => items.findOne({ queueId: queue.id, 'leases.0': { $exists: true } }));
    connection.abort();
    await lost.catch(() => undefined);

    const free = firstOf((await claim(queue.id, other)).body.items) as Claimed;
    expect((await claim(queue.id, other)).status).toBe(204);
    const offered = await eventually(async () => {
      const { status, body } = await claim(queue.id, other);
      return status === 200 && (firstOf(body.items) as Claimed);
    });

    expect(offered.id).not.toBe(free.id);
    expect(offered.lease.epoch).toBe(2);
    expect((await complete(free, other)).status).toBe(200);
    expect((await complete(offered, other)).status).toBe(200);
  });

  it('that has expired writes nothing, even if no one else has the item', async () => {
    await makeReplies(1);
    const queue = await makeQueue();
    const key = await makeReviewer();
    const item = firstOf((await claim(queue.id, key, { lease_seconds: 1 })).body.items) as Claimed;
    const before = await countDocuments();

    await eventually(async () => (await api.get(`/v1/review-queues/${queue.id}`)).body.counts.open === 1);
    const refused = await complete(item, key);
    const heartbeat = await contract.call('heartbeatReviewItem', {
      params: itemParams(item),
      key,
      body: tokenOf(item),
    });

    for (const response of [refused, heartbeat])
      expect(response).toMatchObject({
        status: 409,
        body: {
          detail: [
            {
              type: 'lease_lost',
              loc: ['body', 'lease_id'],
              input: item.lease.lease_id,
              ctx: { status: 'open', epoch: 1 },
            },
          ],
        },
      });
    expect(await countDocuments()).toEqual(before);
  });

  it('is extended by a heartbeat', async () => {
    await makeReplies(1);
    const queue = await makeQueue();
    const key = await makeReviewer();
    const item = firstOf((await claim(queue.id, key, { lease_seconds: 60 })).body.items) as Claimed;

    const { status, body } = await contract.call('heartbeatReviewItem', {
      params: itemParams(item),
      key,
      body: tokenOf(item),
    });

    expect([status, body.lease_id, body.epoch]).toEqual([200, item.lease.lease_id, item.lease.epoch]);
    expect(Date.parse(body.expires_at)).toBeGreaterThan(Date.parse(item.lease.expires_at));
  });

  it('cannot be used by another reviewer, or with another epoch', async () => {
    await makeReplies(1);
    const queue = await makeQueue();
    const [key, other] = [await makeReviewer(), await makeReviewer()];
    const item = firstOf((await claim(queue.id, key)).body.items) as Claimed;

    const stolen = await complete(item, other);
    const stale = await complete(item, key, { verdict: 'clean', epoch: item.lease.epoch + 1 });

    expect([stolen, stale].map(({ status, body }) => [status, body.detail[0]?.ctx])).toEqual([
      [409, { status: 'leased', epoch: 1 }],
      [409, { status: 'leased', epoch: 1 }],
    ]);
  });
});

describe('completing an item', () => {
  it('writes the reviews of the reply, its findings and missed spans, once', async () => {
    const [reply] = await makeReplies(1);
    const queue = await makeQueue();
    const key = await makeReviewer();
    const item = firstOf((await claim(queue.id, key)).body.items) as Claimed;
    const body = {
      verdict: 'has_issue',
      findings: [{ finding_id: reply?.findingId, verdict: 'rejected' }],
      missed: [{ message_part_index: 0, start_offset: 4, end_offset: 17, label: 'fabrication' }],
    };

    const responses = await Promise.all([complete(item, key, body), complete(item, key, body)]);
    const repeated = await complete(item, key, body);

    expect([...responses, repeated].map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(repeated.body).toMatchObject({ id: item.id, completed_count: 1 });
    const reviews = await mongoose.connection
      .collection('reviews')
      .find({ messageId: reply?.messageId })
      .toArray();
    expect(reviews.map(({ verdict }) => verdict).sort()).toEqual(['confirmed', 'has_issue', 'rejected']);
    const { body: history } = await api.get(`/v1/findings/${reply?.findingId}/reviews`);
    expect(history).toMatchObject({ state: 'rejected', items: [{ verdict: 'rejected' }] });
  });

  it('is possible for a reviewer who has written 50 reviews of the reply', async () => {
    const [reply] = await makeReplies(1);
    const queue = await makeQueue();
    const key = await makeReviewer();
    const review = () =>
      contract.call('reviewReply', {
        params: { message_id: reply?.messageId ?? '' },
        key,
        body: { verdict: 'clean' },
      });
    for (let index = 0; index < 50; index += 1) expect((await review()).status).toBe(201);
    expect((await review()).status).toBe(409);

    const item = firstOf((await claim(queue.id, key)).body.items) as Claimed;

    expect((await complete(item, key)).status).toBe(200);
  });

  it('writes nothing if one of the reviews is not valid', async () => {
    const replies = await makeReplies(3);
    const queue = await makeQueue();
    const key = await makeReviewer();
    const item = firstOf((await claim(queue.id, key)).body.items) as Claimed;
    const before = await countDocuments();
    const own = { finding_id: replies[2]?.findingId, verdict: 'confirmed' };

    const foreign = await complete(item, key, {
      verdict: 'has_issue',
      findings: [own, { finding_id: replies[0]?.findingId, verdict: 'confirmed' }],
    });
    const outside = await complete(item, key, {
      verdict: 'has_issue',
      findings: [own],
      missed: [{ message_part_index: 0, start_offset: 4, end_offset: 9999, label: 'fabrication' }],
    });
    const contradiction = await complete(item, key, { verdict: 'clean', findings: [own] });
    const twice = await complete(item, key, {
      verdict: 'has_issue',
      findings: [own, { ...own, verdict: 'rejected' }],
    });

    expect([foreign, outside, contradiction, twice].flatMap(problems)).toEqual([
      'body.findings.1.finding_id value_error',
      'body.missed.0.end_offset value_error',
      'body.verdict value_error',
      'body.findings.1.finding_id value_error',
    ]);
    expect(await countDocuments()).toEqual(before);
    expect((await complete(item, key)).status).toBe(200);
  });
});

describe('a queue', () => {
  it('is listed newest first, and deleted with its items but without the reviews', async () => {
    await makeReplies(1);
    const [older, newer] = [await makeQueue({ name: 'older' }), await makeQueue({ name: 'newer' })];
    const key = await makeReviewer();
    await complete(firstOf((await claim(newer.id, key)).body.items), key);

    const { body } = await contract.call('listReviewQueues', { query: { limit: 1 } });
    const next = await contract.call('listReviewQueues', {
      query: { limit: 1, cursor: body.next_page_cursor },
    });
    const deleted = await contract.call('deleteReviewQueue', { params: { queue_id: newer.id } });

    expect([...body.items, ...next.body.items].map(({ id }) => id)).toEqual([newer.id, older.id]);
    expect(deleted.status).toBe(204);
    const { connection } = mongoose;
    expect(await connection.collection('review_items').countDocuments({ queueId: newer.id })).toBe(0);
    expect(await connection.collection('reviews').countDocuments({ workspaceId: api.workspaceId })).toBe(1);
  });

  it('lists its items in order with their status, and what the caller has done, but no reviews', async () => {
    await makeReplies(3);
    const queue = await makeQueue({ reviewers_per_item: 2 });
    const [ada, ben] = [await makeReviewer(), await makeReviewer()];
    const params = { queue_id: queue.id };
    const claimed = (await claim(queue.id, ada, { limit: 2 })).body.items as Claimed[];
    const [first, second] = (await claim(queue.id, ben, { limit: 2 })).body.items as Claimed[];
    for (const [item, key] of [
      [claimed[0], ada],
      [first, ben],
      [second, ben],
    ] as const)
      await complete(item as Claimed, key);

    const read = async (key: string, query: object = {}) =>
      (await contract.call('listReviewItems', { params, key, query: { ...query } })).body;
    const states = (body: { items: { status: string; own_status: string }[] }) =>
      body.items.map((item) => [item.status, item.own_status]);
    const ofAda = await read(ada);
    const page = await read(ben, { limit: 2 });
    const next = await read(ben, { limit: 2, cursor: page.next_page_cursor });

    expect(states(ofAda)).toEqual([
      ['completed', 'completed'],
      ['leased', 'leased'],
      ['open', 'open'],
    ]);
    expect([...states(page), ...states(next)]).toEqual([
      ['completed', 'completed'],
      ['leased', 'completed'],
      ['open', 'open'],
    ]);
    expect(Object.keys(firstOf<object>(ofAda.items)).sort()).toEqual([
      'completed_count',
      'conversation_id',
      'id',
      'inclusion_probability',
      'message_id',
      'own_status',
      'position',
      'queue_id',
      'status',
    ]);
    const progress = async (key: string) => {
      const { body } = await contract.call('listReviewQueues', { key });
      const { body: one } = await contract.call('getReviewQueue', { params, key });
      expect(body.items[0]).toMatchObject({
        completed_count: one.completed_count,
        remaining_count: one.remaining_count,
      });
      return [one.completed_count, one.remaining_count];
    };
    expect([await progress(ada), await progress(ben)]).toEqual([
      [1, 2],
      [1, 1],
    ]);
  });

  it('is deleted by its owner and admins only', async () => {
    const [owner, other] = [await makeMember(api, 'contributor'), await makeMember(api, 'contributor')];
    const makeOwn = async () => {
      const body = { name: 'Mine', source: { filter: all } };
      return { queue_id: (await contract.call('createReviewQueue', { body, key: owner.key })).body.id };
    };
    const [mine, also] = [await makeOwn(), await makeOwn()];
    const remove = (params: { queue_id: string }, key?: string) =>
      contract.call('deleteReviewQueue', { params, ...(key === undefined ? {} : { key }) });

    const refused = await remove(mine, other.key);
    const ofKey = await remove(mine, await makeReviewer());

    for (const response of [refused, ofKey])
      expect(response).toMatchObject({ status: 403, body: { detail: [{ type: 'role_insufficient' }] } });
    expect((await remove(mine, owner.key)).status).toBe(204);
    expect((await remove(also)).status).toBe(204);
  });

  it('loses the items of deleted conversations', async () => {
    const replies = await makeReplies(2);
    const queue = await makeQueue();

    await api.delete(`/v1/conversations/${replies[0]?.conversationId}`);

    const { body } = await contract.call('getReviewQueue', { params: { queue_id: queue.id } });
    expect(body).toMatchObject({ item_count: 2, counts: { open: 1 } });
  });

  it('is created once for an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { name: 'once', source: { filter: all } };

    const one = await contract.call('createReviewQueue', { headers, body });
    const other = await contract.call('createReviewQueue', { headers, body });

    expect(other.body.id).toBe(one.body.id);
    expect((await api.get('/v1/review-queues')).body.items).toHaveLength(1);
  });

  it('is not found in another workspace', async () => {
    await makeReplies(1);
    const queue = await makeQueue();
    const item = firstOf((await claim(queue.id, await makeReviewer())).body.items) as Claimed;
    const workspaceId = await makeWorkspace(api);
    const base = `/v1/review-queues/${queue.id}`;
    const before = await countDocuments();

    const responses = [
      await api.get(base, { workspaceId }),
      await api.get(`${base}/agreement`, { workspaceId }),
      await api.get(`${base}/items`, { workspaceId }),
      await api.delete(base, { workspaceId }),
      await api.post(`${base}/claim`, {}, { workspaceId }),
      await api.post(`${base}/items/${item.id}/heartbeat`, tokenOf(item), { workspaceId }),
      await api.post(
        `${base}/items/${item.id}/complete`,
        { ...tokenOf(item), verdict: 'clean' },
        { workspaceId },
      ),
    ];

    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404]);
    expect((await api.get('/v1/review-queues', { workspaceId })).body.items).toEqual([]);
    expect(await countDocuments()).toEqual(before);
  });

  it('is read by viewers and worked on by contributors', async () => {
    const queue = await makeQueue();
    const { key } = await makeMember(api, 'viewer');
    const params = { queue_id: queue.id };

    for (const operation of [
      'getReviewQueue',
      'getReviewAgreement',
      'listReviewItems',
      'listReviewQueues',
    ] as const)
      expect((await contract.call(operation, { params, key })).status).toBe(200);
    for (const operation of ['claimReviewItems', 'deleteReviewQueue', 'createReviewQueue'] as const)
      expect((await contract.call(operation, { params, key, body: {} })).status).toBe(403);
  });
});

it('witnesses every documented response', async () => {
  const token = { lease_id: randomUUID(), epoch: 1 };
  const bodies: Record<string, object> = {
    createReviewQueue: { name: 'x', source: { filter: all } },
    claimReviewItems: {},
    heartbeatReviewItem: token,
    completeReviewItem: { ...token, verdict: 'clean' },
  };
  await makeReplies(1);
  const queue = await makeQueue();
  for (const { operationId, hasBody } of contract.operations.filter(({ tag }) => tag === 'Review queues')) {
    await contract.call(operationId, { workspaceId: randomUUID() });
    await contract.call(operationId, {
      params: { queue_id: 'x' },
      query: { limit: 0 },
      ...(hasBody ? { body: { limit: 0 } } : {}),
    });
    const body = bodies[operationId];
    await contract.call(operationId, { ...(body === undefined ? {} : { body }) });
    if (operationId !== 'createReviewQueue' && operationId !== 'claimReviewItems') continue;
    const options = { params: { queue_id: queue.id }, headers: { 'idempotency-key': randomUUID() } };
    await contract.call(operationId, { ...options, body });
    const other = operationId === 'createReviewQueue' ? { ...body, name: 'y' } : { limit: 2 };
    await contract.call(operationId, { ...options, body: other });
  }
  const sample = await makeQueue({ source: { sample: { filter: all, size: 1, seed: 'a' } } });
  await contract.call('getAccuracy', { query: { queue_id: sample.id } });
  expect(contract.unwitnessed('Review queues')).toEqual([]);
});
