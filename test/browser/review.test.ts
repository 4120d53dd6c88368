import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page, Request } from 'playwright-core';
import { addMember } from '../support/browser/add-member';
import { findViolations } from '../support/browser/axe';
import { TestBrowser } from '../support/browser/chromium';
import { waitForFocus, waitForIdle } from '../support/browser/pages';
import { readWorld } from '../support/browser/world';
import { type CallWorld, worldApi } from '../support/browser/world-api';
import { eventually } from '../support/eventually';
import { firstOf } from '../support/first-of';

const NARROW = { width: 390, height: 844 };
/** Of the issue: how many keys a reply needs, and how long the next one may take. */
const MAX_KEYS = 5;
const MAX_NEXT_MS = 100;

const world = readWorld();
const browser = new TestBrowser();
let workspaceId: string;
let call: CallWorld;
/** Of a second reviewer. */
let otherKey: string;

beforeAll(async () => {
  await browser.start();
});
beforeEach(async () => {
  workspaceId = (await worldApi(world)('POST', '/v1/workspaces', { name: 'Reviews' })).id;
  call = worldApi({ ...world, workspaceId });
  const name = `Ben-${randomUUID().slice(0, 8)}`;
  otherKey = await addMember({ ...world, workspaceId }, call, name, { name: 'Ben', expires_in_days: 1 });
});
afterEach(() => expect(browser.takeErrors()).toEqual([]));
afterAll(() => browser.stop());

/** Stores replies with a finding, "1889", or clean ones; the last one is the newest. */
async function makeReplies(...years: number[]): Promise<void> {
  for (const [index, year] of years.entries())
    await call('POST', '/v1/evaluate', {
      messages: [
        { role: 'system', content: 'Answer from the passage: The Harrow Bridge was opened in 1887.' },
        { role: 'user', content: `When was the Harrow Bridge opened? (${index})` },
        { role: 'assistant', content: `The Harrow Bridge was opened in ${year}.` },
      ],
    });
}

async function makeQueue(reviewers = 1): Promise<string> {
  const body = { name: 'Audit', source: { filter: 'role = assistant' }, reviewers_per_item: reviewers };
  return (await call('POST', '/v1/review-queues', body)).id;
}

async function open(path: string, options: { leaseSeconds?: number } = {}): Promise<Page> {
  const page = await browser.openSignedIn({ reducedMotion: 'reduce' });
  const { leaseSeconds } = options;
  if (leaseSeconds !== undefined)
    await page.route('**/claim', async (route) => {
      const body = { ...route.request().postDataJSON(), lease_seconds: leaseSeconds };
      await route.continue({ postData: JSON.stringify(body) });
    });
  await page.goto(`/w/${workspaceId}/${path}`);
  return page;
}

const showsReply = (page: Page, number: number) =>
  page.getByRole('heading', { name: `Reply ${number}`, exact: true }).waitFor();

/** Returns a function that waits until the page loads nothing. */
function watchLoading(page: Page): () => Promise<unknown> {
  // Requests that began before are unknown: counting their ends would never come back to zero.
  const loading = new Set<Request>();
  page.on('request', (request) => loading.add(request));
  const finish = (request: Request) => loading.delete(request);
  page.on('requestfinished', finish);
  page.on('requestfailed', finish);
  let quietPolls = 0;
  return () =>
    eventually(async () => {
      quietPolls = loading.size === 0 ? quietPolls + 1 : 0;
      return quietPolls > 2;
    });
}

/** Claims as the second reviewer: 200 with an item, or 204. */
async function claimAsOther(queueId: string): Promise<number> {
  const response = await fetch(`${world.url}/v1/review-queues/${queueId}/claim`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${otherKey}`,
      'x-workspace-id': workspaceId,
      'content-type': 'application/json',
    },
    body: '{}',
  });
  return response.status;
}

/** Measures in the page how long it takes from Enter until another reply is painted. */
const watchReplies = `
  window.nextMs = [];
  let pressedAt = 0;
  const title = () => document.getElementById('reply-title')?.textContent;
  let before = title();
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') pressedAt = performance.now();
  }, true);
  new MutationObserver(() => {
    if (title() === undefined || title() === before) return;
    before = title();
    requestAnimationFrame(() => window.nextMs.push(performance.now() - pressedAt));
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
`;

it('reviews a whole queue by the keyboard alone, in 5 keys an item, without waiting for the next', async () => {
  await makeReplies(1887, 1889, 1889, 1889, 1889); // the newest is offered first, the clean one last
  const queueId = await makeQueue();
  const page = await open(`review/${queueId}`);
  await showsReply(page, 1);
  await page.evaluate(watchReplies);
  const untilLoaded = watchLoading(page);
  /** The keys of an item, the last of which sends it. */
  const review = async (keys: string[], next: number | null) => {
    expect(keys.length).toBeLessThanOrEqual(MAX_KEYS);
    await untilLoaded(); // a person reads the reply meanwhile
    for (const key of keys) await page.keyboard.press(key);
    if (next === null) await page.getByText('No more replies for you in this queue').waitFor();
    else await showsReply(page, next);
  };

  await page.keyboard.press('?');
  await waitForFocus(page.getByRole('dialog', { name: 'Keys' }));
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.keyboard.press('Enter'); // refused: the finding is undecided
  await page.getByRole('status').filter({ hasText: 'Decide on 1 more finding first.' }).waitFor();
  await review(['c', 'Enter'], 2);
  await review(['c', 'z', 'x', 'Enter'], 3); // undone before it is sent
  await review(['e', 'Shift+ArrowLeft', 'Enter', 'Enter'], 4);
  await review(['x', 'Enter'], 5);
  await review(['m', 'ArrowDown', 'ArrowRight', 'Enter', 'Enter'], null);

  await eventually(async () => {
    const { counts } = await call('GET', `/v1/review-queues/${queueId}`);
    return counts.completed === 5;
  });
  const { items } = await call('GET', '/v1/findings?limit=20');
  const states = items.map(({ text, review: state }) => `${text} ${state}`).sort();
  expect(states).toEqual([
    '1889 confirmed',
    '1889 confirmed',
    '1889 rejected',
    '1889 rejected',
    'Harrow Bridge confirmed',
  ]);
  const spans = await Promise.all(
    items
      .filter(({ review: state, text }) => state === 'confirmed' && text === '1889')
      .map(async ({ id }) => firstOf((await call('GET', `/v1/findings/${id}/reviews`)).items).span),
  );
  expect(spans.map((span) => span?.start_offset).sort()).toEqual([29, 32]);
  const times = (await page.evaluate<number[]>('window.nextMs')).sort((one, other) => one - other);
  process.stdout.write(`next reply: ${times.map((ms) => ms.toFixed(0)).join(', ')} ms\n`);
  expect(times).toHaveLength(4);
  expect(times[2]).toBeLessThan(MAX_NEXT_MS);

  // A sent reply is not undone, but shown again; another decision is appended.
  await page.keyboard.press('z');
  await showsReply(page, 5);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('Enter');
  await eventually(async () => {
    const { items: marked } = await call(
      'GET',
      `/v1/findings?filter=${encodeURIComponent('text = "Harrow Bridge"')}`,
    );
    return firstOf(marked).review === 'rejected';
  });
  await page.context().close();
});

it('loses nothing and releases the item when a reviewer is gone or late', async () => {
  await makeReplies(1889);
  const queueId = await makeQueue();
  const killed = await open(`review/${queueId}`, { leaseSeconds: 2 });
  await showsReply(killed, 1);
  await killed.context().close();
  await eventually(async () => (await claimAsOther(queueId)) === 200);

  await makeReplies(1889);
  const lateQueueId = await makeQueue();
  const late = await open(`review/${lateQueueId}`, { leaseSeconds: 2 });
  await showsReply(late, 1);
  await eventually(async () => (await claimAsOther(lateQueueId)) === 200);
  await waitForIdle(late);
  await late.keyboard.press('c');
  await late.keyboard.press('Enter');
  await late.getByText('The lease of 1 reply was lost').waitFor();
  await showsReply(late, 1).catch(() => undefined);
  const { items } = await call('GET', '/v1/findings');
  expect(items.map(({ review }) => review)).toEqual([null, null]);
  expect(browser.takeErrors().filter((error) => !error.includes('409'))).toEqual([]);
  await late.context().close();
});

it('sends the reviews of a reply in order after the service failed', async () => {
  await makeReplies(1889);
  const queueId = await makeQueue();
  const page = await open(`review/${queueId}`);
  await showsReply(page, 1);
  await waitForIdle(page);
  let isDown = true;
  await page.route('**/complete', (route) =>
    isDown ? route.fulfill({ status: 503, json: { detail: [] } }) : route.continue(),
  );
  const failure = page.getByText('Reviews of 1 reply could not be sent.');
  await page.keyboard.press('c');
  await page.keyboard.press('Enter');
  await failure.waitFor();
  isDown = false;
  await page.keyboard.press('z');
  await showsReply(page, 1);
  await page.keyboard.press('x');
  await page.keyboard.press('Enter');
  await failure.waitFor({ state: 'hidden' });

  await eventually(async () => {
    const { items } = await call('GET', '/v1/findings');
    const reviews = (await call('GET', `/v1/findings/${firstOf(items).id}/reviews`)).items;
    return reviews.map(({ verdict }) => verdict).join() === 'confirmed,rejected';
  });
  expect(browser.takeErrors().filter((error) => !error.includes('503'))).toEqual([]);
  await page.context().close();
});

it('continues with its items after a reload, but not in a duplicate of the tab', async () => {
  await makeReplies(1889);
  const page = await open(`review/${await makeQueue()}`);
  await showsReply(page, 1);
  const stored = await page.evaluate<string>('JSON.stringify(sessionStorage)');
  const duplicate = await page.context().newPage();
  await duplicate.addInitScript(`Object.assign(sessionStorage, ${stored})`);
  await duplicate.goto(page.url());
  await duplicate.getByText('No more replies for you in this queue').waitFor();
  await duplicate.close();

  await page.reload();
  await showsReply(page, 1);
  await page.context().close();
});

it('shows nothing of the evaluator in blind mode, until the reply is sent', async () => {
  await makeReplies(1887, 1889);
  const queueId = await makeQueue();
  const page = await browser.openSignedIn({ reducedMotion: 'reduce' });
  const bodies: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/v1/')) bodies.push(response.text().catch(() => ''));
  });
  await page.goto(`/w/${workspaceId}/review/${queueId}?blind=1`);
  await showsReply(page, 1);
  await waitForIdle(page);
  const read = (await Promise.all(bodies)).join();
  expect(read).toContain('The Harrow Bridge was opened in 1889.');
  expect(read).not.toContain('"explanation"');

  const main = page.getByRole('main');
  expect(await main.locator('[data-segment]').count()).toBe(0);
  expect(await main.innerText()).not.toMatch(/fabrication|[0-9] findings?|Confirm/i);
  await page.keyboard.press('c');
  await page.keyboard.press('Enter');
  await page.getByText('Say first whether the reply is clean or has an issue.').waitFor();
  await page.keyboard.press('i');
  await page.keyboard.press('Enter');
  await page.getByText('you said “has an issue”, evaluators report 1 finding').waitFor();
  await showsReply(page, 2);
  await page.context().close();
});

it('decides all findings with one text at once, with undo, and sends them together', async () => {
  await makeReplies(1889, 1889, 1890);
  const page = await open(`review?filter=${encodeURIComponent('NOT review:*')}`);
  await showsReply(page, 1);
  await page.keyboard.press('g');
  const dialog = page.getByRole('dialog', { name: 'Decide several findings' });
  await waitForFocus(dialog);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.keyboard.press('c');
  await page.getByRole('link', { name: 'Overview' }).press('Enter'); // the decision is not sent
  await waitForFocus(page.getByRole('alertdialog', { name: 'Leave without sending?' }));
  await page.keyboard.press('Enter'); // stays
  await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
  await page.keyboard.press('z');
  await page.getByText('Undone: Confirmed.').waitFor();
  await page.keyboard.press('g');
  await dialog.getByRole('button', { name: 'Reject all 2: 1889' }).press('Enter');
  await waitForFocus(dialog); // its button may be gone
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.keyboard.press('z');
  await page.getByText('Undone: Rejected 2 findings: 1889.').waitFor();
  await page.keyboard.press('g');
  await dialog.getByRole('button', { name: 'Confirm all 2: 1889' }).press('Enter');
  await waitForFocus(dialog); // its button may be gone
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Send them' }).press('Enter');

  await eventually(async () => {
    const { items } = await call('GET', '/v1/findings');
    const states = items.map(({ text, review }) => `${text} ${review}`).sort();
    return states.join() === '1889 confirmed,1889 confirmed,1890 null';
  });
  await page.context().close();
});

it('works by touch and selection at 390 px, without horizontal scrolling or violations', async () => {
  await makeReplies(1887, 1889);
  const queueId = await makeQueue();
  const page = await open(`review/${queueId}`);
  await page.setViewportSize(NARROW);
  await showsReply(page, 1);
  await waitForIdle(page);

  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.getByRole('button', { name: 'Send' }).click();
  await showsReply(page, 2);
  await page
    .locator('[data-part]')
    .getByText('The Harrow Bridge')
    .dblclick({ position: { x: 4, y: 8 } });
  await page.getByRole('button', { name: 'Mark missed' }).click();
  await page.getByRole('button', { name: 'Extend end' }).click();
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('No more replies for you in this queue').waitFor();

  await eventually(async () => {
    const { items } = await call('GET', '/v1/findings');
    return (
      items
        .map(({ text, review }) => `${text} ${review}`)
        .sort()
        .join() === '1889 rejected,The Harrow confirmed'
    );
  });
  await page.context().close();
});

it('shows the precision of reviews on the overview, as its filter selects the findings', async () => {
  await makeReplies(1889, 1890, 1891, 1892, 1893);
  const { items } = await call('GET', '/v1/findings');
  const [rejected, ...confirmed] = items as { id: string; conversation_id: string }[];
  const review = (id: string | undefined, verdict: 'confirmed' | 'rejected') =>
    call('POST', `/v1/findings/${id}/reviews`, { verdict });
  for (const { id } of confirmed) await review(id, 'confirmed');
  await review(rejected?.id, 'rejected');

  const page = await open('overview?range=24h');
  const panel = page.getByRole('region', { name: 'Precision from reviews' });
  const label = panel.getByRole('row', { name: /fabrication/ });
  await label.getByText('4 of 5 confirmed').waitFor();
  expect(await label.textContent()).toContain('80.0% (28.4% to 99.5%)');

  await page.goto(
    `/w/${workspaceId}/overview?${new URLSearchParams({
      range: '24h',
      filter: `conversation_id = ${rejected?.conversation_id}`,
    })}`,
  );
  await label.getByText('0 of 1 confirmed').waitFor();
  expect(await label.textContent()).toMatch(/Too few reviewed$/);
});

it('shows corrected rates of an experiment and its original replies, and downloads the reviewed replies', async () => {
  await makeReplies(1889, 1890, 1887, 1887);
  const conversations = (await call('GET', '/v1/conversations')).items as { id: string }[];
  const request = { name: 'Recorded', model: 'as recorded', pass_through: true };
  const conversation_ids = conversations.map(({ id }) => id);
  const { id } = await call('POST', '/v1/experiments', { ...request, conversation_ids });
  await eventually(async () => (await call('GET', `/v1/experiments/${id}`)).completed_at !== null);
  for (const filter of [`experiment_id = ${id}`, 'role = assistant'])
    await reviewSample(filter, conversations.length);

  const page = await open(`experiments/${id}`);
  for (const name of ['Corrected by reviews', 'Original replies, corrected by reviews']) {
    const rate = page.getByRole('table', { name, exact: true }).getByRole('row', { name: /^Issue rate/ });
    expect(await rate.innerText()).toMatch(/^Issue rate\s+50\.0%\s+0\.0%\s+0\.0% to 0\.0%\s+4$/);
  }
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download labeled data' }).click(),
  ]);

  expect(download.suggestedFilename()).toBe(`labeled-${id}.ndjson`);
  const lines = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\n');
  const cases = lines.map((line) => JSON.parse(line));
  expect(cases.map(({ hallucinated }) => hallucinated)).toEqual(Array(4).fill(false));
});

/** Draws a sample of all replies that a filter selects, and reviews every one as clean. */
async function reviewSample(filter: string, size: number): Promise<void> {
  const source = { sample: { filter, size, seed: 'audit' } };
  const { id } = await call('POST', '/v1/review-queues', { name: 'Audit', source });
  const claimed = await call('POST', `/v1/review-queues/${id}/claim`, { limit: size });
  for (const { id: item, lease } of claimed.items) {
    await call('POST', `/v1/review-queues/${id}/items/${item}/complete`, {
      lease_id: lease.lease_id,
      epoch: lease.epoch,
      verdict: 'clean',
    });
  }
}
