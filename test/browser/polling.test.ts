import type { Page, Request } from 'playwright-core';
import { TestBrowser } from '../support/browser/chromium';
import { waitForIdle } from '../support/browser/pages';
import { readWorld } from '../support/browser/world';
import { worldApi } from '../support/browser/world-api';
import { eventually } from '../support/eventually';

/** The poll interval of pages of open runs. */
const INTERVAL_MS = 2000;
const DEADLINE_MS = 10 * INTERVAL_MS;

const world = readWorld();
const call = worldApi(world);
const browser = new TestBrowser();
let runId: string;

beforeAll(async () => {
  await browser.start();
  const run = await call('POST', '/v1/optimization-runs', {
    name: 'waits for a runner',
    model: 'embedded/extractive',
    conversation_ids: [world.flaggedId],
    objective: { metric: 'issue_rate', direction: 'minimize' },
  });
  runId = run.id;
});
afterAll(async () => {
  await call('POST', `/v1/optimization-runs/${runId}/cancel`);
  await browser.stop();
});

/** Opens an optimization run that waits for a runner, and records started and finished API requests. */
async function openRun(): Promise<{ page: Page; asked: Request[]; ended: Request[] }> {
  const page = await browser.openSignedIn();
  const asked: Request[] = [];
  const ended: Request[] = [];
  const note = (requests: Request[]) => (request: Request) => {
    if (request.url().includes('/v1/')) requests.push(request);
  };
  page.on('request', note(asked));
  page.on('requestfinished', note(ended));
  page.on('requestfailed', note(ended));
  await page.goto(`/w/${world.workspaceId}/optimization-runs/${runId}`);
  await page.getByRole('heading', { name: 'waits for a runner' }).waitFor();
  await waitForIdle(page);
  return { page, asked, ended };
}

const until = (condition: () => boolean) => eventually(async () => condition(), DEADLINE_MS);

/** Simulates that the tab was hidden or shown; a headless browser never does. */
function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<unknown> {
  return page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${state}' });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  `);
}

it('polls open runs while the tab is visible, never while it is hidden, and again when it is shown', async () => {
  const { page, asked, ended } = await openRun();
  const opened = asked.length;
  await until(() => asked.length >= opened + 2);

  await setVisibility(page, 'hidden');
  await until(() => ended.length >= asked.length);
  const hidden = asked.length;
  await page.evaluate(`new Promise((resolve) => setTimeout(resolve, ${2.5 * INTERVAL_MS}))`);
  expect(asked.length).toBe(hidden);

  await setVisibility(page, 'visible');
  await until(() => asked.length > hidden);
});

it('loads the conversation ids of a running experiment once', async () => {
  const page = await browser.openSignedIn();
  const queries: string[] = [];
  await page.route(
    ({ pathname }) => pathname === `/v1/experiments/${world.bigId}`,
    async (route) => {
      queries.push(new URL(route.request().url()).search);
      const response = await route.fetch();
      const running = { ...(await response.json()), status: 'running', completed_at: null };
      await route.fulfill({ response, json: running });
    },
  );

  await page.goto(`/w/${world.workspaceId}/experiments/${world.bigId}`);
  await until(() => queries.length >= 3);

  expect(queries.slice(0, 3)).toEqual(['', '?omit=conversation_ids', '?omit=conversation_ids']);
  // The page polls on: a request of which the page closes would fail this file.
  await page.unrouteAll({ behavior: 'wait' });
});

it('continues polling after errors, shows them, and clears them with the next success', async () => {
  const { page } = await openRun();
  let refused = 0;
  await page.route('**/v1/optimization-runs/**', async (route) => {
    refused += 1;
    const detail = [{ loc: [], msg: 'MongoDB is away', type: 'unavailable', input: null, ctx: {} }];
    await route.fulfill({ status: 503, json: { detail } });
  });

  await page.getByText('MongoDB is away').first().waitFor();
  const refusedBefore = refused;
  await until(() => refused > refusedBefore);
  await page.unroute('**/v1/optimization-runs/**');

  await page.getByText('MongoDB is away').first().waitFor({ state: 'detached' });
  expect(await page.getByRole('heading', { name: 'waits for a runner' }).count()).toBe(1);
});
