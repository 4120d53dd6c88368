import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { packageRoot } from '../../src/platform/package-root';
import { findViolations } from '../support/browser/axe';
import { TestBrowser } from '../support/browser/chromium';
import { listPages, waitForIdle } from '../support/browser/pages';
import { readWorld } from '../support/browser/world';

const screenshots = join(packageRoot, 'test-results/screenshots');
const sizes = { wide: { width: 1280, height: 800 }, narrow: { width: 390, height: 844 } };
const cases = listPages(readWorld());
const browser = new TestBrowser();

beforeAll(async () => {
  mkdirSync(screenshots, { recursive: true });
  await browser.start();
});
afterAll(() => browser.stop());

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  let page: Page;

  async function look(name: string): Promise<string[]> {
    const problems: string[] = [];
    for (const [size, viewport] of Object.entries(sizes)) {
      await page.setViewportSize(viewport);
      await page.screenshot({ path: join(screenshots, `${name}-${size}-${theme}.png`) });
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      if (Number(overflow) > 0) problems.push(`${overflow} px too wide for ${viewport.width} px`);
      problems.push(...(await findViolations(page)).map((violation) => `${size}: ${violation}`));
    }
    await page.setViewportSize(sizes.wide);
    return [...problems, ...browser.takeErrors()];
  }

  beforeAll(async () => {
    page = await browser.openSignedIn({ colorScheme: theme, reducedMotion: 'reduce' });
  });
  afterAll(() => page.context().close());

  it.each(cases)(
    '$name has no serious accessibility violation in either width, fits 390 px and logs no errors',
    async (one) => {
      await page.goto(one.path);
      await waitForIdle(page);
      await one.act?.(page);

      expect(await look(one.name)).toEqual([]);
    },
  );

  it.each([
    ['sign-in', '/sign-in'],
    ['invite-new-account', `/invite#token=${readWorld().invitationToken}`],
    ['invite-incomplete', '/invite'],
  ])(
    '%s has no serious accessibility violation in either width, fits 390 px and logs no errors',
    async (name, path) => {
      await page.context().clearCookies();
      await page.goto('about:blank');
      await page.goto(path);
      await waitForIdle(page);

      expect(await look(name)).toEqual([]);
    },
  );
});

it('detects an accessibility violation', async () => {
  const page = await browser.openSignedIn();
  await waitForIdle(page);
  await page.evaluate("document.querySelector('main').append(document.createElement('button'))");

  expect(await findViolations(page)).toEqual([expect.stringContaining('button-name')]);
});
