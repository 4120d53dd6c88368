import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { runAgreement } from '../../src/cli/review.command';
import { owner } from '../support/api';
import { firstOf } from '../support/first-of';
import { makeJudgedReply } from '../support/judged-replies';
import { makeWorkspace, makeWorkspaceKey } from '../support/people';
import { findPython } from '../support/python-environment';
import ratings from '../support/rater-agreement/ratings.json';
import { useApi, useContract } from '../support/use-api';

const api = useApi();
const contract = useContract(api);

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

const makeKey = async () => makeWorkspaceKey(api);
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
}, 120_000);

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
      new RegExp(`│ ci and ci +│ +${pair?.item_count} │ +[\\d.]+% │ +${pair?.cohen_kappa?.toFixed(3)} │`),
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
