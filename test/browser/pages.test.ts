import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { packageRoot } from '../../src/platform/package-root';
import { findCutTables, findFlaws, readLayoutShift, watchLayoutShift } from '../support/browser/appearance';
import { COLOR_RULES, findViolations } from '../support/browser/axe';
import { saveScreenshot, TestBrowser } from '../support/browser/chromium';
import { listPages, waitForColors, waitForIdle } from '../support/browser/pages';
import { readWorld } from '../support/browser/world';

const screenshots = join(packageRoot, 'test-results/screenshots');
const sizes = { wide: { width: 1280, height: 800 }, narrow: { width: 390, height: 844 } };
const smallest = { width: 320, height: 640 };
const MAX_LAYOUT_SHIFT = 0.05;
const cases = listPages(readWorld());
const browser = new TestBrowser();

beforeAll(async () => {
  mkdirSync(screenshots, { recursive: true });
  await browser.start();
});
afterAll(() => browser.stop());

/**
 * Draws the page in both themes and widths and returns what is wrong. All rules hold in both widths of the light theme;
 * the dark one changes colors only.
 */
async function look(page: Page, name: string): Promise<string[]> {
  const problems: string[] = [];
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    for (const theme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      await waitForColors(page);
      await saveScreenshot(page, join(screenshots, `${name}-${size}-${theme}.png`));
      const violations = await findViolations(page, theme === 'dark' ? COLOR_RULES : null);
      problems.push(...violations.map((violation) => `${size}, ${theme}: ${violation}`));
    }
    const flaws = [...(await findFlaws(page)), ...(size === 'wide' ? await findCutTables(page) : [])];
    problems.push(...flaws.map((flaw) => `${size}: ${flaw}`));
  }
  await page.setViewportSize(smallest);
  problems.push(...(await findFlaws(page)).map((flaw) => `smallest: ${flaw}`));
  await page.setViewportSize(sizes.wide);
  return [...problems, ...browser.takeErrors()];
}

describe('each page', () => {
  let page: Page;
  beforeAll(async () => {
    page = await browser.openSignedIn({ reducedMotion: 'reduce' });
    await watchLayoutShift(page);
  });
  afterAll(() => page.context().close());

  it.each(cases)(
    '$name has no serious accessibility violation in either theme and width, fits each width, stays in place and logs no errors',
    async (one) => {
      await page.goto(one.path);
      await waitForIdle(page);
      expect(await readLayoutShift(page)).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT);
      await one.act?.(page);

      expect(await look(page, one.name)).toEqual([]);
    },
  );

  it.each([
    'overview',
    'conversations',
    'conversation',
    'experiment',
    'optimization-run',
    'settings-workspace',
  ])('%s stays in place at 390 px', async (name) => {
    await page.setViewportSize(sizes.narrow);
    await page.goto(cases.find((one) => one.name === name)?.path ?? '');
    await waitForIdle(page);

    expect(await readLayoutShift(page)).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT);
  });

  it.each([
    ['sign-in', '/sign-in'],
    ['invite-new-account', `/invite#token=${readWorld().invitationToken}`],
    ['invite-incomplete', '/invite'],
  ])(
    '%s has no serious accessibility violation in either theme and width, fits each width and logs no errors',
    async (name, path) => {
      await page.context().clearCookies();
      await page.goto('about:blank');
      await page.goto(path);
      await waitForIdle(page);

      expect(await look(page, name)).toEqual([]);
    },
  );
});

it('detects low contrast in the dark theme alone', async () => {
  const page = await browser.openSignedIn({ colorScheme: 'dark' });
  await waitForIdle(page);
  await page.evaluate(`{
    const text = Object.assign(document.createElement('p'), { textContent: 'Hardly visible' });
    text.style.cssText = 'background: light-dark(#fff, #000); color: light-dark(#000, #222)';
    document.querySelector('main').append(text);
  }`);

  expect(await findViolations(page, COLOR_RULES)).toEqual([expect.stringContaining('color-contrast')]);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await findViolations(page, COLOR_RULES)).toEqual([]);
});

it('detects an accessibility violation', async () => {
  const page = await browser.openSignedIn();
  await waitForIdle(page);
  await page.evaluate("document.querySelector('main').append(document.createElement('button'))");

  expect(await findViolations(page)).toEqual([expect.stringContaining('button-name')]);
});
