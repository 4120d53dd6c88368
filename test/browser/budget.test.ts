import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';
import { TestBrowser } from '../support/browser/chromium';
import { settle } from '../support/browser/pages';
import { type DrawnList, type Scrolled, scrollThrough, watchTasks } from '../support/browser/scrolling';
import { BIG_EXPERIMENT, LONG_CONVERSATION, readWorld } from '../support/browser/world';

const MOST_SCRIPT_KIB = 250;
const LONGEST_TASK_MS = 100;
/** The machine may be busy with other things: a part of a list is as quick as it is in the best of so many passes. */
const PASSES = 5;
const PARTS = 20;
/** To go through ten thousand rows, a hundred at a time. */
const LONG_TEST_MS = 600_000;

const world = readWorld();
const browser = new TestBrowser();
beforeAll(() => browser.start());
afterAll(() => browser.stop());

describe('the script that is loaded before a page first stands', () => {
  /** The scripts that arrived, each with its size as gzip packs it. */
  async function loadPage(page: Page, stands: () => Promise<unknown>): Promise<Map<string, number>> {
    const scripts: Response[] = [];
    page.on('response', (response) => {
      if (/javascript/.test(response.headers()['content-type'] ?? '')) scripts.push(response);
    });
    await page.goto('/');
    await stands();
    await settle(page);
    for (const script of scripts) expect(script.headers()['content-encoding']).toBe('gzip');
    const sizes = await Promise.all(
      scripts.map(async (script) => [script.url(), gzipSync(await script.body()).length] as const),
    );
    return new Map(sizes);
  }

  /** What the browser itself noted that it has loaded of scripts. */
  const notedScripts = (page: Page) =>
    page.evaluate<string[]>(`performance.getEntriesByType('resource')
      .map(({ name }) => name).filter((name) => new URL(name).pathname.endsWith('.js'))`);

  async function expectLight(name: string, page: Page, scripts: Map<string, number>): Promise<void> {
    const kib = [...scripts.values()].reduce((sum, size) => sum + size, 0) / 1024;
    process.stdout.write(`${name}: ${kib.toFixed(1)} KiB of gzipped script in ${scripts.size} files\n`);

    expect([...scripts.keys()].sort()).toEqual([...new Set(await notedScripts(page))].sort());
    expect(scripts.size).toBeGreaterThan(1);
    expect(kib).toBeLessThanOrEqual(MOST_SCRIPT_KIB);
  }

  it(`is at most ${MOST_SCRIPT_KIB} KiB for the sign-in`, async () => {
    const page = await browser.open();
    const scripts = await loadPage(page, () => page.getByLabel('Password').waitFor());

    await expectLight('Sign-in', page, scripts);
  });

  it(`is at most ${MOST_SCRIPT_KIB} KiB for the overview with its chart`, async () => {
    const cookies = await (await browser.openSignedIn()).context().cookies();
    const page = await browser.open({ storageState: { cookies, origins: [] } });
    const scripts = await loadPage(page, () => page.locator('canvas').waitFor());

    await expectLight('Overview', page, scripts);
  });
});

describe('scrolling', () => {
  /**
   * Scrolls through a list in a new page, and again while there is a part of it in which a task was too long: one
   * that is the page's own fault comes back at its place. Milliseconds of the longest task in each part, in the pass
   * that was best there.
   */
  async function scrollPasses(open: (page: Page) => Promise<void>, list: DrawnList): Promise<Scrolled> {
    let best = Array.from({ length: PARTS }, () => Number.POSITIVE_INFINITY);
    for (let pass = 1; ; pass += 1) {
      const page = await browser.openSignedIn();
      await watchTasks(page);
      await open(page);
      await settle(page);
      await page.evaluate('longTasks.splice(0)');
      const scrolled = await scrollThrough(page, list, { parts: PARTS });
      await page.context().close();
      const { longestTasks } = scrolled;
      process.stdout.write(
        `${list.last} rows, pass ${pass}: longest tasks of ${longestTasks.join(', ')} ms\n`,
      );
      best = best.map((shortest, part) => Math.min(shortest, longestTasks[part] ?? 0));
      if (pass === PASSES || Math.max(...best) <= LONGEST_TASK_MS) return { ...scrolled, longestTasks: best };
    }
  }

  const messages: DrawnList = { rows: '[aria-posinset]', position: 'aria-posinset', last: LONG_CONVERSATION };
  // The head is row 1.
  const items: DrawnList = { rows: 'tr[aria-rowindex]', position: 'aria-rowindex', last: BIG_EXPERIMENT + 1 };
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

  it(
    `draws each of ${LONG_CONVERSATION} messages, down to the last, without a task over ${LONGEST_TASK_MS} ms`,
    async () => {
      const { longestTasks, seen, isAtEnd } = await scrollPasses(async (page) => {
        await page.goto(`/w/${world.workspaceId}/conversations/${world.longId}`);
        await page.getByText('Message 1.').waitFor();
        await page.mouse.move(600, 500);
      }, messages);

      expect(isAtEnd).toBe(true);
      expect(seen).toEqual(upTo(LONG_CONVERSATION));
      expect(Math.max(...longestTasks)).toBeLessThanOrEqual(LONGEST_TASK_MS);
    },
    LONG_TEST_MS,
  );

  it(
    `draws each of ${BIG_EXPERIMENT} items, down to the last, without a task over ${LONGEST_TASK_MS} ms`,
    async () => {
      const { longestTasks, seen, isAtEnd } = await scrollPasses(async (page) => {
        await page.goto(`/w/${world.workspaceId}/experiments/${world.bigId}?tab=items`);
        await page.getByRole('region', { name: 'Items' }).hover();
      }, items);

      expect(isAtEnd).toBe(true);
      // The head is row 1.
      expect(seen).toEqual(upTo(BIG_EXPERIMENT).map((position) => position + 1));
      expect(Math.max(...longestTasks)).toBeLessThanOrEqual(LONGEST_TASK_MS);
    },
    LONG_TEST_MS,
  );

  it('would notice a long task', async () => {
    const page = await browser.openSignedIn();
    await watchTasks(page);
    await page.goto(`/w/${world.workspaceId}/conversations/${world.longId}`);
    await page.getByText('Message 1.').waitFor();
    await page.mouse.move(600, 500);
    await page.evaluate(`addEventListener('scroll', () => {
      const end = performance.now() + ${2 * LONGEST_TASK_MS};
      while (performance.now() < end);
    }, { once: true })`);

    const { longestTasks } = await scrollThrough(page, messages, { mostSteps: 30 });

    expect(Math.max(...longestTasks)).toBeGreaterThanOrEqual(2 * LONGEST_TASK_MS);
  });
});
