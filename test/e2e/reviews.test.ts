import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import mongoose from 'mongoose';
import { runAgreement } from '../../src/cli/review.command';
import { firstOf } from '../support/first-of';
import { makeJudgedReply } from '../support/judged-replies';
import { owner } from '../support/owner';
import { countDocuments, makeMember, makeWorkspace, makeWorkspaceKey } from '../support/people';
import { findPython } from '../support/python-environment';
import ratings from '../support/rater-agreement/ratings.json';
import { problems } from '../support/refusal';
import { useApi, useContract, useFreshWorkspace } from '../support/use-api';

const api = useApi();
const contract = useContract(api);

describe('reviews', () => {
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
      expect(second.body).toMatchObject({
        number: 2,
        span: null,
        state: 'disputed',
        reviewer: { id: ben.id },
      });
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

    it('lets the owner of a queue adjudicate while reviewers disagree and no admin has decided', async () => {
      const { findingId, conversationId } = await makeJudgedReply(api);
      const [ben, cy, queueOwner] = await Promise.all(
        Array.from({ length: 3 }, () => makeMember(api, 'contributor')),
      );
      const source = { filter: `conversation_id = ${conversationId}` };
      await api.post('/v1/review-queues', { name: 'Mine', source }, { key: queueOwner?.key ?? '' });
      const review = async (key: string | undefined, verdict: string, adjudication = false) => {
        const { status, body } = await contract.call('reviewFinding', {
          params: { finding_id: findingId },
          ...(key !== undefined && { key }),
          body: { verdict, adjudication },
        });
        return [status, body.state, body.adjudicated_as];
      };

      await review(ben?.key, 'confirmed');
      const undisputed = await review(queueOwner?.key, 'rejected', true);
      await review(cy?.key, 'rejected');
      const decided = await review(queueOwner?.key, 'rejected', true);
      const again = await review(queueOwner?.key, 'confirmed', true);
      const byAdmin = await review(undefined, 'confirmed', true);
      const overruled = await review(queueOwner?.key, 'rejected', true);

      expect([undisputed[0], overruled[0]]).toEqual([403, 403]);
      expect(decided).toEqual([201, 'rejected', 'queue_owner']);
      expect(again).toEqual([201, 'confirmed', 'queue_owner']);
      expect(byAdmin).toEqual([201, 'confirmed', 'admin']);
    });

    it('takes a person with a session and workspace keys for one reviewer', async () => {
      const { messageId } = await makeJudgedReply(api);
      const keys = [await makeWorkspaceKey(api), await makeWorkspaceKey(api)];
      const review = async (verdict: string, key?: string) => {
        const options = { params: { message_id: messageId }, ...(key !== undefined && { key }) };
        return (await contract.call('reviewReply', { ...options, body: { verdict } })).body;
      };

      await review('clean');
      const first = await review('clean', keys[0]?.key);
      const last = await review('has_issue', keys[1]?.key);

      expect(first.reviewer).toMatchObject({ kind: 'service_account', id: keys[0]?.id });
      expect([first.state, last.state]).toEqual(['clean', 'has_issue']);
    });

    it('gives concurrent reviews an order, and each sees those before it', async () => {
      const { findingId } = await makeJudgedReply(api);
      const keys = await Promise.all(
        Array.from({ length: 6 }, async () => (await makeMember(api, 'contributor')).key),
      );

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
    it('has at most 50 reviews by one reviewer, who blocks neither others nor adjudications', async () => {
      const { findingId } = await makeJudgedReply(api);
      const [ben, cy] = [await makeMember(api, 'contributor'), await makeMember(api, 'contributor')];
      const send = (key?: string, adjudication = false) =>
        contract.call('reviewFinding', {
          params: { finding_id: findingId },
          ...(key !== undefined && { key }),
          body: { verdict: 'confirmed', adjudication },
        });

      const own = [];
      for (let count = 0; count < 51; count += 1) own.push((await send(ben.key)).status);
      const others = [await send(cy.key), await send(undefined, true)];
      const stored = await mongoose.connection.collection('reviews').find({ findingId }).toArray();

      expect(own).toEqual([...Array.from({ length: 50 }, () => 201), 409]);
      expect(others.map(({ status, body }) => [status, body.number])).toEqual([
        [201, 51],
        [201, 52],
      ]);
      // The latest review alone has what all of them say.
      expect(stored.filter(({ standing }) => standing !== null).map(({ number }) => number)).toEqual([52]);
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
      const keys = await Promise.all(
        Array.from({ length: 6 }, async () => (await makeMember(api, 'contributor')).key),
      );
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
});

describe('agreement', () => {
  useFreshWorkspace(api);

  const [letters = []] = ratings.slice(1);
  const [ofAda = '', ofBen = '', ofCy = ''] = letters;
  /** By scikit-learn and statsmodels; see packages/statistics/test/rater-agreement.test.ts. */
  const expected = { cohen: 0.6977329974811084, fleiss: 0.6979020979020979 };

  let queueId = '';
  const span = { message_part_index: 0, start_offset: 32, end_offset: 36, label: 'fabrication' };

  /** Claims and completes all items as a script does: a letter per item says whether the reply has an issue. */
  async function review(key: string, ratingsOfItems: string, marks: (position: number) => object[]) {
    for (;;) {
      const claimed = await contract.call('claimReviewItems', {
        params: { queue_id: queueId },
        key,
        body: { limit: 7 },
      });
      if (claimed.status === 204) return;
      for (const { id, position, lease } of claimed.body.items) {
        const hasIssue = ratingsOfItems[position] === 'y';
        const { status, body } = await contract.call('completeReviewItem', {
          params: { queue_id: queueId, item_id: id },
          key,
          body: {
            lease_id: lease.lease_id,
            epoch: lease.epoch,
            verdict: hasIssue ? 'has_issue' : 'clean',
            missed: hasIssue ? marks(position) : [],
          },
        });
        expect([status, body.detail]).toEqual([200, undefined]);
      }
    }
  }

  const makeKey = () => makeMember(api, 'contributor');
  let keys: { id: string; key: string }[] = [];

  beforeAll(async () => {
    api.workspaceId = await makeWorkspace(api);
    for (let count = 0; count < ofAda.length; count += 1) await makeJudgedReply(api, { isClean: true });
    const created = await contract.call('createReviewQueue', {
      body: { name: 'Agreement', source: { filter: 'role = assistant' }, reviewers_per_item: 3 },
    });
    queueId = created.body.id;
    keys = [await makeKey(), await makeKey(), await makeKey()];
    const [ada, ben, cy] = keys.map(({ key }) => key);
    // At once, as people do. Ben marks two more characters than the others.
    await Promise.all([
      review(ada ?? '', ofAda, () => [span]),
      review(ben ?? '', ofBen, () => [{ ...span, start_offset: 30 }]),
      review(cy ?? '', ofCy, () => []),
    ]);
  });

  const agreement = async () =>
    (await contract.call('getReviewAgreement', { params: { queue_id: queueId } })).body;

  function pairOf(body: Awaited<ReturnType<typeof agreement>>, one: string, other: string) {
    return firstOf(
      body.pairs.filter(({ reviewers }: { reviewers: { id: string }[] }) => {
        const ids = reviewers.map(({ id }) => id);
        return ids.includes(one) && ids.includes(other);
      }),
    );
  }

  describe('the agreement of scripted reviewers', () => {
    it('has the kappas of scikit-learn and statsmodels to 1e-12', async () => {
      const body = await agreement();

      const pair = pairOf(body, keys[0]?.id ?? '', keys[1]?.id ?? '');
      expect(body).toMatchObject({ item_count: ofAda.length, finished_count: ofAda.length });
      expect(pair.item_count).toBe(ofAda.length);
      expect(Math.abs((pair.cohen_kappa ?? 2) - expected.cohen)).toBeLessThan(1e-12);
      expect(Math.abs((body.fleiss_kappa ?? 2) - expected.fleiss)).toBeLessThan(1e-12);
    });

    it('has the span F1 of the marked characters, per pair, label and reviewer', async () => {
      const body = await agreement();

      const count = (ratingsOfItems: string) => [...ratingsOfItems].filter((letter) => letter === 'y').length;
      const shared = [...ofAda].filter((letter, index) => letter === 'y' && ofBen[index] === 'y').length;
      const f1 = (2 * 4 * shared) / (4 * count(ofAda) + 6 * count(ofBen));
      const pair = pairOf(body, keys[0]?.id ?? '', keys[1]?.id ?? '');
      expect(pair.span_f1).toBeCloseTo(f1, 12);
      expect(pair.labels).toMatchObject([{ label: 'fabrication', span_f1: expect.closeTo(f1, 12) }]);
      expect(Math.abs((pair.labels[0]?.cohen_kappa ?? 2) - expected.cohen)).toBeLessThan(1e-12);
      expect(body.labels).toMatchObject([{ label: 'fabrication' }]);
      expect(body.reviewers).toHaveLength(3);
      const cy = body.reviewers.find(
        ({ reviewer }: { reviewer: { id: string } }) => reviewer.id === keys[2]?.id,
      );
      // Cy marked nothing where the others marked.
      expect(cy).toMatchObject({ paired_item_count: 2 * ofAda.length, span_f1: 0 });
    });

    it('is printed by assay review agreement', async () => {
      const output = new PassThrough();
      const env = { ASSAY_URL: api.url, ASSAY_API_KEY: owner.apiKey, ASSAY_WORKSPACE_ID: api.workspaceId };

      await runAgreement(queueId, { env, output });

      const text = String(output.read());
      const { body } = await contract.call('getReviewAgreement', { params: { queue_id: queueId } });
      const [pair] = body.pairs;
      expect(text).toContain(`by two reviewers or more: ${ofAda.length} items, by all: ${ofAda.length}.`);
      const scores = `${body.cohen_kappa?.toFixed(3)} │ +${body.span_f1?.toFixed(3)}`;
      expect(text).toMatch(new RegExp(`│ replies +│ +0\\.698 │ +${scores} │`));
      expect(text).toMatch(
        new RegExp(
          `│ contributor-[^│]+│ +${pair?.item_count} │ +[\\d.]+% │ +${pair?.cohen_kappa?.toFixed(3)} │`,
        ),
      );
      await expect(runAgreement(randomUUID(), { env, output })).rejects.toThrow('not found');
    });

    it('uses the latest review of each reviewer, and no adjudication', async () => {
      const before = await agreement();
      const { items } = (await api.get('/v1/messages?filter=role%20%3D%20assistant&limit=1')).body;
      const messageId = firstOf(items).id;

      await api.post(`/v1/messages/${messageId}/reviews`, { verdict: 'clean', adjudication: true });
      const adjudicated = await agreement();
      const flipped = ofAda[0] === 'y' ? 'clean' : 'has_issue';
      const { key = '' } = keys[0] ?? {};
      await api.post(`/v1/messages/${messageId}/reviews`, { verdict: flipped }, { key });
      const changed = await agreement();
      await api.post(
        `/v1/messages/${messageId}/reviews`,
        { verdict: flipped === 'clean' ? 'has_issue' : 'clean' },
        { key },
      );

      expect(adjudicated).toEqual(before);
      expect(changed.fleiss_kappa).not.toBe(before.fleiss_kappa);
      expect(await agreement()).toEqual(before);
    });
  });

  describe('scikit-learn', () => {
    const environment = findPython({
      folder: 'python-scikit-learn',
      packages: ['scikit-learn'],
      imports: 'import sklearn.metrics',
    });
    if ('missing' in environment) {
      it(`could not be tried: ${environment.missing}`, () => {
        expect(environment.missing).not.toBe('');
      });
      return;
    }

    it("computes the same Cohen's kappa from the reviews in the history", async () => {
      const { items } = (await api.get('/v1/messages?filter=role%20%3D%20assistant&limit=100')).body;
      const texts: [string, string] = ['', ''];
      for (const { id } of items) {
        const reviews = (await api.get(`/v1/messages/${id}/reviews`)).body.items;
        for (const index of [0, 1] as const) {
          const own = reviews.filter(
            (one: { reviewer: { id: string }; adjudication: boolean }) =>
              one.reviewer.id === keys[index]?.id && !one.adjudication,
          );
          texts[index] += own.at(-1)?.verdict === 'has_issue' ? 'y' : 'n';
        }
      }
      const script = join(__dirname, '../support/rater-agreement/oracle.py');
      const { stdout } = spawnSync(environment.python, [script], {
        input: JSON.stringify([texts]),
        encoding: 'utf8',
      });

      const pair = pairOf(await agreement(), keys[0]?.id ?? '', keys[1]?.id ?? '');
      expect(Math.abs((pair.cohen_kappa ?? 2) - JSON.parse(stdout)[0].cohen)).toBeLessThan(1e-12);
    });
  });
});
