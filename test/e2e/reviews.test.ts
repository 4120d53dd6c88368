import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { makeJudgedReply } from '../support/judged-replies';
import { countDocuments, makeMember, makeWorkspace, makeWorkspaceKey } from '../support/people';
import { problems } from '../support/refusal';
import { useApi, useContract } from '../support/use-api';

const api = useApi();
const contract = useContract(api);

const reviewStates = async (findingId: string) =>
  (await mongoose.connection.collection('findings').find({ findingId }).toArray()).map(
    ({ review }) => review,
  );

describe('reviewing a finding', () => {
  it('appends to a history with who and when, and sets the state of the finding', async () => {
    const { findingId, messageId, conversationId } = await makeJudgedReply(api);
    const ben = await makeMember(api, 'contributor');
    const params = { finding_id: findingId };

    const first = await contract.call('reviewFinding', {
      params,
      body: { verdict: 'confirmed', reason: 'It says 1887.', comment: 'Checked twice.' },
    });
    const second = await contract.call('reviewFinding', {
      params,
      key: ben.key,
      body: { verdict: 'rejected' },
    });

    expect(first).toMatchObject({
      status: 201,
      body: {
        conversation_id: conversationId,
        message_id: messageId,
        finding_id: findingId,
        number: 1,
        verdict: 'confirmed',
        span: { message_part_index: 0, start_offset: 32, end_offset: 36, label: 'fabrication' },
        reason: 'It says 1887.',
        comment: 'Checked twice.',
        adjudication: false,
        state: 'confirmed',
        reviewer: { kind: 'user' },
      },
    });
    expect(second.body).toMatchObject({ number: 2, span: null, state: 'disputed', reviewer: { id: ben.id } });
    expect(await reviewStates(findingId)).toEqual(['disputed']);

    const { body } = await contract.call('listFindingReviews', { params, query: { limit: 1 } });
    expect(body).toMatchObject({ items: [first.body], state: 'disputed', has_more: true });
    const next = await contract.call('listFindingReviews', {
      params,
      query: { limit: 1, cursor: body.next_page_cursor },
    });
    expect(next.body).toMatchObject({ items: [second.body], has_more: false, next_page_cursor: null });
  });

  it('corrects the label and the offsets of a confirmed finding, which are checked', async () => {
    const { findingId, text } = await makeJudgedReply(api);
    const params = { finding_id: findingId };
    const review = (body: object) => contract.call('reviewFinding', { params, body });

    const corrected = await review({ verdict: 'confirmed', label: 'reasoning_error', start_offset: 29 });
    const refusals = [
      await review({ verdict: 'confirmed', label: 'invented' }),
      await review({ verdict: 'confirmed', end_offset: [...text].length + 1 }),
      await review({ verdict: 'confirmed', start_offset: 36 }),
      await review({ verdict: 'rejected', label: 'fabrication' }),
      await review({ verdict: 'confirmed', comment: 'x'.repeat(4097), reason: 'x'.repeat(1025) }),
    ];

    expect(corrected.body.span).toEqual({
      message_part_index: 0,
      start_offset: 29,
      end_offset: 36,
      label: 'reasoning_error',
    });
    expect(refusals.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422]);
    expect(refusals.flatMap(problems)).toEqual([
      'body.label value_error',
      'body.end_offset value_error',
      'body.start_offset value_error',
      'body.label value_error',
      'body.reason string_too_long',
      'body.comment string_too_long',
    ]);
    const { body } = await contract.call('listFindingReviews', { params });
    expect(body.items).toHaveLength(1);
  });

  it('lets an adjudication by an admin decide until a later one', async () => {
    const { findingId } = await makeJudgedReply(api);
    const ben = await makeMember(api, 'contributor');
    const params = { finding_id: findingId };
    const review = (body: object, key?: string) =>
      contract.call('reviewFinding', { params, body, ...(key === undefined ? {} : { key }) });

    const refused = await review({ verdict: 'rejected', adjudication: true }, ben.key);
    await review({ verdict: 'confirmed' }, ben.key);
    const decided = await review({ verdict: 'rejected', adjudication: true });
    const later = await review({ verdict: 'confirmed' }, ben.key);
    const again = await review({ verdict: 'confirmed', adjudication: true });

    expect(refused).toMatchObject({ status: 403, body: { detail: [{ type: 'role_insufficient' }] } });
    expect([decided, later, again].map(({ body }) => body.state)).toEqual([
      'rejected',
      'rejected',
      'confirmed',
    ]);
  });

  it('lets the owner of a queue with the reply adjudicate', async () => {
    const { findingId, conversationId } = await makeJudgedReply(api);
    const key = (await makeWorkspaceKey(api)).key;
    const source = { filter: `conversation_id = ${conversationId}` };
    await api.post('/v1/review-queues', { name: 'Mine', source }, { key });

    const { status, body } = await contract.call('reviewFinding', {
      params: { finding_id: findingId },
      key,
      body: { verdict: 'rejected', adjudication: true },
    });

    expect([status, body.state, body.reviewer.kind]).toEqual([201, 'rejected', 'service_account']);
  });

  it('gives concurrent reviews an order, and each sees those before it', async () => {
    const { findingId } = await makeJudgedReply(api);
    const keys = await Promise.all(Array.from({ length: 6 }, async () => (await makeWorkspaceKey(api)).key));

    const responses = await Promise.all(
      keys.map((key, index) =>
        contract.call('reviewFinding', {
          params: { finding_id: findingId },
          key,
          body: { verdict: index === 0 ? 'rejected' : 'confirmed' },
        }),
      ),
    );

    expect(responses.map(({ status }) => status)).toEqual(keys.map(() => 201));
    const { body } = await contract.call('listFindingReviews', { params: { finding_id: findingId } });
    expect(body.items.map(({ number }: { number: number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(body.state).toBe('disputed');
    expect(await reviewStates(findingId)).toEqual(['disputed']);
  });

  it('creates one review for an Idempotency-Key', async () => {
    const { findingId } = await makeJudgedReply(api);
    const headers = { 'idempotency-key': randomUUID() };
    const send = () =>
      contract.call('reviewFinding', {
        params: { finding_id: findingId },
        headers,
        body: { verdict: 'confirmed' },
      });

    const responses = [await send(), await send()];

    expect(responses[1]?.body).toEqual(responses[0]?.body);
    const { body } = await contract.call('listFindingReviews', { params: { finding_id: findingId } });
    expect(body.items).toHaveLength(1);
  });
});

describe('a history', () => {
  it('has at most 1,000 reviews', async () => {
    const { findingId } = await makeJudgedReply(api);
    const send = () =>
      contract.call('reviewFinding', { params: { finding_id: findingId }, body: { verdict: 'confirmed' } });
    await send();
    const reviews = mongoose.connection.collection<{ _id: string }>('reviews');
    const stored = await reviews.findOne({ findingId });
    await reviews.insertMany(
      Array.from({ length: 998 }, (_, index) => ({ ...stored, _id: randomUUID(), number: index + 2 })),
    );

    const last = await send();
    const refused = await send();

    expect([last.status, last.body.number]).toEqual([201, 1000]);
    expect(refused).toMatchObject({ status: 409, body: { detail: [{ type: 'conflict' }] } });
  });
});

describe('a missed span', () => {
  it('becomes a finding that the reviewer confirms, and others review', async () => {
    const reply = await makeJudgedReply(api, { isClean: true });
    const span = { message_part_index: 0, start_offset: 4, end_offset: 17, label: 'fabrication' };

    const added = await contract.call('addFinding', { body: { message_id: reply.messageId, ...span } });
    const stored = await mongoose.connection
      .collection('findings')
      .findOne({ findingId: added.body.finding_id });
    const disputed = await contract.call('reviewFinding', {
      params: { finding_id: added.body.finding_id ?? '' },
      key: (await makeMember(api, 'contributor')).key,
      body: { verdict: 'rejected' },
    });

    expect(added).toMatchObject({ status: 201, body: { verdict: 'confirmed', state: 'confirmed', span } });
    expect(stored).toMatchObject({
      text: 'Harrow Bridge',
      label: 'fabrication',
      evaluatorId: null,
      isCurrent: true,
      review: 'confirmed',
      messageId: reply.messageId,
    });
    expect(disputed.body.state).toBe('disputed');
  });

  it('that several people mark at once is one finding', async () => {
    const { messageId } = await makeJudgedReply(api, { isClean: true });
    const keys = await Promise.all(Array.from({ length: 6 }, async () => (await makeWorkspaceKey(api)).key));
    const span = { message_part_index: 0, start_offset: 4, end_offset: 17, label: 'fabrication' };

    const responses = await Promise.all(
      keys.map((key) => contract.call('addFinding', { key, body: { message_id: messageId, ...span } })),
    );

    expect(responses.map(({ status }) => status)).toEqual(keys.map(() => 201));
    expect(new Set(responses.map(({ body }) => body.finding_id)).size).toBe(1);
    expect(await mongoose.connection.collection('findings').countDocuments({ messageId })).toBe(1);
    expect(responses.map(({ body }) => body.number).sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('that overlaps a finding by half is that finding', async () => {
    const { findingId, messageId } = await makeJudgedReply(api);
    const before = await countDocuments();

    const { body } = await contract.call('addFinding', {
      body: {
        message_id: messageId,
        message_part_index: 0,
        start_offset: 30,
        end_offset: 36,
        label: 'fabrication',
      },
    });

    expect(body).toMatchObject({ finding_id: findingId, span: { start_offset: 30, end_offset: 36 } });
    expect(await countDocuments()).toMatchObject({ findings: before.findings });
  });

  it('is refused outside the text, with an unknown label, and for a message of the user', async () => {
    const { messageId, conversationId } = await makeJudgedReply(api);
    const { messages } = (await api.get(`/v1/conversations/${conversationId}`)).body;
    const span = { message_part_index: 0, start_offset: 0, end_offset: 3, label: 'fabrication' };
    const add = (overrides: object) =>
      contract.call('addFinding', { body: { message_id: messageId, ...span, ...overrides } });
    const before = await countDocuments();

    const responses = [
      await add({ message_part_index: 7 }),
      await add({ end_offset: 5000 }),
      await add({ label: 'invented' }),
      await add({ message_id: messages[1]?.id }),
      await add({ message_id: randomUUID() }),
    ];

    expect(responses.map(({ status, body }) => [status, body.detail[0]?.loc.at(-1)])).toEqual([
      [422, 'message_part_index'],
      [422, 'end_offset'],
      [422, 'label'],
      [422, 'message_id'],
      [404, 'message_id'],
    ]);
    expect(await countDocuments()).toEqual(before);
  });
});

describe('reviewing a whole reply', () => {
  it('keeps a separate history and state', async () => {
    const { messageId } = await makeJudgedReply(api);
    const params = { message_id: messageId };
    const ben = await makeMember(api, 'contributor');

    const first = await contract.call('reviewReply', { params, body: { verdict: 'has_issue' } });
    const second = await contract.call('reviewReply', { params, key: ben.key, body: { verdict: 'clean' } });
    const decided = await contract.call('reviewReply', {
      params,
      body: { verdict: 'clean', adjudication: true },
    });

    expect([first, second, decided].map(({ status, body }) => [status, body.state])).toEqual([
      [201, 'has_issue'],
      [201, 'disputed'],
      [201, 'clean'],
    ]);
    const { body } = await contract.call('listReplyReviews', { params });
    expect(body).toMatchObject({ state: 'clean', items: [first.body, second.body, decided.body] });
  });

  it('is refused for a message of the user', async () => {
    const { conversationId } = await makeJudgedReply(api);
    const { messages } = (await api.get(`/v1/conversations/${conversationId}`)).body;

    const response = await contract.call('reviewReply', {
      params: { message_id: messages[1]?.id ?? '' },
      body: { verdict: 'clean' },
    });

    expect([response.status, ...problems(response)]).toEqual([422, 'path.message_id value_error']);
  });
});

describe('the reviews of a reply', () => {
  it('are deleted with its conversation', async () => {
    const { conversationId, messageId, findingId } = await makeJudgedReply(api);
    await api.post(`/v1/messages/${messageId}/reviews`, { verdict: 'has_issue' });
    await api.post(`/v1/findings/${findingId}/reviews`, { verdict: 'confirmed' });
    const reviews = mongoose.connection.collection('reviews');
    expect(await reviews.countDocuments({ conversationId })).toBe(2);

    await api.delete(`/v1/conversations/${conversationId}`);

    expect(await reviews.countDocuments({ conversationId })).toBe(0);
    expect((await api.get(`/v1/findings/${findingId}/reviews`)).status).toBe(404);
  });

  it('are readable by viewers, who cannot write', async () => {
    const { messageId, findingId } = await makeJudgedReply(api);
    const viewer = await makeMember(api, 'viewer');
    const ofFinding = { params: { finding_id: findingId }, key: viewer.key };
    const ofReply = { params: { message_id: messageId }, key: viewer.key };

    expect((await contract.call('listFindingReviews', ofFinding)).status).toBe(200);
    expect((await contract.call('listReplyReviews', ofReply)).status).toBe(200);
    const refusals = [
      await contract.call('reviewFinding', { ...ofFinding, body: { verdict: 'confirmed' } }),
      await contract.call('reviewReply', { ...ofReply, body: { verdict: 'clean' } }),
      await contract.call('addFinding', { key: viewer.key, body: {} }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([403, 403, 403]);
  });

  it('cannot be written or read from another workspace', async () => {
    const { messageId, findingId } = await makeJudgedReply(api);
    const workspaceId = await makeWorkspace(api);
    const before = await countDocuments();

    const span = { message_part_index: 0, start_offset: 0, end_offset: 3, label: 'fabrication' };
    const responses = [
      await api.post(`/v1/findings/${findingId}/reviews`, { verdict: 'confirmed' }, { workspaceId }),
      await api.get(`/v1/findings/${findingId}/reviews`, { workspaceId }),
      await api.post(`/v1/messages/${messageId}/reviews`, { verdict: 'clean' }, { workspaceId }),
      await api.get(`/v1/messages/${messageId}/reviews`, { workspaceId }),
      await api.post('/v1/findings', { message_id: messageId, ...span }, { workspaceId }),
    ];

    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(await countDocuments()).toEqual(before);
  });
});

it('witnesses every documented response', async () => {
  const { findingId, messageId } = await makeJudgedReply(api);
  const params = { finding_id: findingId, message_id: messageId };
  const span = { message_part_index: 0, start_offset: 0, end_offset: 9, label: 'fabrication' };
  const bodies: Record<string, object> = {
    addFinding: { message_id: messageId, ...span },
    reviewFinding: { verdict: 'rejected' },
    reviewReply: { verdict: 'clean' },
  };
  for (const { operationId, hasBody } of contract.operations.filter(({ tag }) => tag === 'Reviews')) {
    const body = bodies[operationId];
    await contract.call(operationId, { workspaceId: randomUUID() });
    await contract.call(operationId, { params, query: { limit: 0 }, ...(hasBody ? { body: {} } : {}) });
    await contract.call(operationId, hasBody ? { body } : {});
    if (!hasBody) continue;
    const headers = { 'idempotency-key': randomUUID() };
    await contract.call(operationId, { params, headers, body });
    await contract.call(operationId, { params, headers, body: { ...body, comment: 'other' } });
  }
  expect(contract.unwitnessed('Reviews')).toEqual([]);
});
