import type { Page, Response } from 'playwright-core';
import { TestBrowser } from '../support/browser/chromium';
import { settle } from '../support/browser/pages';
import { BIG_EXPERIMENT, LONG_CONVERSATION, readWorld } from '../support/browser/world';

const MOST_SCRIPT_KIB = 250;
const LONGEST_TASK_MS = 100;
/** The machine may be busy with other things: the page is as quick as it is in the best of so many passes. */
const PASSES = 5;
const WHEEL_STEPS = 90;
/** In each frame: a notch of a wheel is 100. */
const WHEEL_PX = 600;

const world = readWorld();
const browser = new TestBrowser();
beforeAll(() => browser.start());
afterAll(() => browser.stop());

/** Has the page note how long its long tasks are (50 ms or more, by definition). */
async function watchTasks(page: Page): Promise<void> {
  await page.addInitScript(`
    window.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longTasks.push(Math.round(duration));
    }).observe({ type: 'longtask' });
  `);
}

/** Milliseconds of the longest task in each pass of scrolling on; 0 where none took 50 ms. */
async function scrollPasses(page: Page, beforeEach: string): Promise<number[]> {
  const longest: number[] = [];
  for (let pass = 0; pass < PASSES; pass += 1) {
    await page.evaluate(beforeEach);
    await page.waitForLoadState('networkidle');
    await page.evaluate('window.longTasks.splice(0)');
    for (let step = 0; step < WHEEL_STEPS; step += 1) {
      await page.mouse.wheel(0, WHEEL_PX);
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))');
    }
    longest.push(Math.max(0, ...(await page.evaluate<number[]>('window.longTasks'))));
    if (Math.min(...longest) <= LONGEST_TASK_MS) break;
  }
  return longest;
}

it(`loads at most ${MOST_SCRIPT_KIB} KiB of packed script for the start page`, async () => {
  const page = await browser.openSignedIn();
  const cookies = await page.context().cookies();
  const fresh = await browser.open({ storageState: { cookies, origins: [] } });
  const scripts: Response[] = [];
  fresh.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response);
  });
  await fresh.goto('/');
  await fresh.waitForURL(/\/overview/);
  await settle(fresh);
  await fresh.locator('canvas').waitFor();
  const sizes = await Promise.all(scripts.map(async (it) => (await it.request().sizes()).responseBodySize));
  const kib = sizes.reduce((sum, size) => sum + size, 0) / 1024;
  process.stdout.write(`First load: ${kib.toFixed(1)} KiB of packed script in ${sizes.length} files\n`);

  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts) expect(script.headers()['content-encoding']).toBe('gzip');
  expect(kib).toBeLessThanOrEqual(MOST_SCRIPT_KIB);
});

it(`scrolls a conversation of ${LONG_CONVERSATION} messages without a task over ${LONGEST_TASK_MS} ms`, async () => {
  const page = await browser.openSignedIn();
  await watchTasks(page);
  await page.goto(`/w/${world.workspaceId}/conversations/${world.longId}`);
  await page.getByText('Message 1.').waitFor();
  await page.mouse.move(600, 500);

  const longest = await scrollPasses(page, 'window.scrollTo(0, 0)');
  const last = await page.locator('[aria-posinset]').last().getAttribute('aria-posinset');
  process.stdout.write(`${LONG_CONVERSATION} messages: longest task ${longest.join(', ')} ms a pass\n`);

  expect(Number(last)).toBeGreaterThan(LONG_CONVERSATION / 8);
  expect(Math.min(...longest)).toBeLessThanOrEqual(LONGEST_TASK_MS);
});

it(`scrolls an experiment of ${BIG_EXPERIMENT} items without a task over ${LONGEST_TASK_MS} ms`, async () => {
  const page = await browser.openSignedIn();
  await watchTasks(page);
  await page.goto(`/w/${world.workspaceId}/experiments/${world.bigId}?tab=items`);
  const box = page.getByRole('region', { name: 'Items' });
  await box.hover();

  // Each pass goes on where the one before it ended, to rows that have not been loaded.
  const longest = await scrollPasses(page, '');
  const last = await box.locator('tr[aria-rowindex]').last().getAttribute('aria-rowindex');
  process.stdout.write(`${BIG_EXPERIMENT} items: longest task ${longest.join(', ')} ms a pass\n`);

  expect(await box.locator('table').getAttribute('aria-rowcount')).toBe(String(BIG_EXPERIMENT + 1));
  expect(Number(last)).toBeGreaterThan(200);
  expect(Math.min(...longest)).toBeLessThanOrEqual(LONGEST_TASK_MS);
});
