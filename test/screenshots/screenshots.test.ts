import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { packageRoot } from '../../src/platform/package-root';
import { saveScreenshot, TestBrowser } from '../support/browser/chromium';
import { waitForColors, waitForIdle } from '../support/browser/pages';
import { shopExports } from '../support/browser/shop-traces';
import { readWorld } from '../support/browser/world';
import { worldApi } from '../support/browser/world-api';
import { eventually } from '../support/eventually';
import { firstOf } from '../support/first-of';

const images = join(packageRoot, 'docs/images');
const size = { width: 1280, height: 800 };
const EVALUATION_LIMIT_MS = 300_000;
const world = readWorld();
const browser = new TestBrowser();
let page: Page;
/** The workspace of the shop; the pages of experiments and runs have the data of the demo. */
let shop = '';

beforeAll(async () => {
  const { id } = await worldApi(world)('POST', '/v1/workspaces', { name: 'Order desk' });
  shop = id;
  await receiveTraces(shop);
  await browser.start();
  page = await browser.openSignedIn({ viewport: size, deviceScaleFactor: 2, reducedMotion: 'reduce' });
}, EVALUATION_LIMIT_MS);
afterAll(() => browser.stop());

/** Sends the traces, and waits until all replies are evaluated. */
async function receiveTraces(workspaceId: string): Promise<void> {
  const call = worldApi({ ...world, workspaceId });
  await call('PATCH', `/v1/workspaces/${workspaceId}`, { online_evaluation: { enabled: true } });
  for (const body of shopExports(Date.now())) await call('POST', '/v1/traces', body);
  const waiting = encodeURIComponent('role = assistant AND NOT verdict:*');
  await eventually(
    async () => (await call('GET', `/v1/messages?limit=1&filter=${waiting}`)).items.length === 0,
    EVALUATION_LIMIT_MS,
  );
}

/** A screenshot in WebP: a third of the size of PNG. */
async function draw(name: string): Promise<void> {
  await waitForColors(page);
  await saveScreenshot(page, join(images, `${name}.webp`), { format: 'webp', quality: 80 });
}

/** The conversation with the newest finding about a fee. */
async function findConversation(): Promise<string> {
  const filter = encodeURIComponent('text:EUR AND NOT text:159');
  const { items } = await worldApi({ ...world, workspaceId: shop })('GET', `/v1/findings?filter=${filter}`);
  return `conversations/${firstOf(items).conversation_id}?issue=1`;
}

const ofShop = {
  overview: async () => 'overview',
  'overview-prompt': async () => `overview?${new URLSearchParams({ filter: 'prompt_version = "v4"' })}`,
  prompt: async () => 'prompts/v4?range=30d',
  findings: async () => 'findings',
  conversation: findConversation,
  review: async () => 'review?filter=',
  ingestion: async () => 'ingestion',
};
const ofDemo = {
  experiments: 'experiments',
  experiment: `experiments/${world.extractiveId}`,
  comparison: `experiments/${world.extractiveId}/compare/${world.recordedId}`,
  'optimization-run': `optimization-runs/${world.runId}`,
  set: `sets/${world.setId}`,
};

it.each(Object.entries(ofShop))('draws %s of the shop', async (name, findPath) => {
  await page.goto(`/w/${shop}/${await findPath()}`);
  await waitForIdle(page);
  if (name === 'overview') await page.getByRole('slider').press('End');

  await draw(name);
  expect(browser.takeErrors()).toEqual([]);
});

it.each(Object.entries(ofDemo))('draws %s of the demo', async (name, path) => {
  await page.goto(`/w/${world.workspaceId}/${path}`);
  await waitForIdle(page);

  await draw(name);
  expect(browser.takeErrors()).toEqual([]);
});
