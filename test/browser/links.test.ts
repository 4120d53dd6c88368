import type { Page } from 'playwright-core';
import { waitForIdle } from '../support/browser/pages';
import { useBrowser } from '../support/browser/use-browser';
import { pathInWorld, readWorld } from '../support/browser/world';
import { worldApi } from '../support/browser/world-api';
import { eventually } from '../support/eventually';

const world = readWorld();
const call = worldApi(world);
const browser = useBrowser();

const at = pathInWorld(world);

interface Way {
  from: string;
  /** The page with the link. */
  path: string;
  link: (page: Page) => ReturnType<Page['getByRole']>;
  /** What has to be opened before the link is there. */
  act?: (page: Page) => Promise<void>;
  back: string;
}

const ways: Way[] = [
  {
    from: 'a finding of a prompt',
    path: 'prompts/v2?range=30d',
    link: (page) =>
      page.getByRole('region', { name: 'Findings' }).getByRole('listitem').first().getByRole('link'),
    back: 'v2',
  },
  {
    from: 'an experiment of a prompt',
    path: 'prompts/v2?range=30d',
    link: (page) => page.getByRole('link', { name: 'original replies' }),
    back: 'v2',
  },
  {
    from: 'an item of an experiment',
    path: `experiments/${world.extractiveId}?tab=items`,
    act: (page) =>
      page.getByRole('region', { name: 'Items' }).locator('tbody th').first().getByRole('button').click(),
    link: (page) => page.getByRole('link', { name: 'Open conversation' }),
    back: 'extractive replies',
  },
  {
    from: 'a pair of a comparison',
    path: `experiments/${world.extractiveId}/compare/${world.recordedId}`,
    link: (page) => page.getByRole('article').first().getByRole('heading').getByRole('link'),
    back: 'Comparison',
  },
  {
    from: 'a conversation of a set',
    path: `sets/${world.setId}`,
    link: (page) => page.getByRole('region', { name: 'Conversations' }).getByRole('link').first(),
    back: 'shipments',
  },
  {
    from: 'the prompt of an optimization run',
    path: `optimization-runs/${world.runId}`,
    link: (page) => page.getByRole('link', { name: 'the first conversation' }),
    back: 'shorter replies',
  },
];

it.each(ways)('what $from opens leads back to it', async ({ path, act, link, back }) => {
  const page = await browser.openSignedIn();
  await page.goto(at(path));
  await act?.(page);
  await link(page).waitFor();
  const origin = page.url();
  await link(page).click();
  await page.getByRole('link', { name: `← ${back}`, exact: true }).click();

  await page.waitForURL(origin);
});

/** Not by a text: which conversations are in the part of the split differs from world to world. */
const previewsIn = (page: Page) =>
  page
    .getByRole('region', { name: 'Conversations' })
    .getByRole('link')
    .filter({ hasNotText: /^[0-9a-f-]{36}$/ });

it('a set lists its conversations by their last user messages, further down too', async () => {
  const page = await browser.openSignedIn();
  await page.goto(at(`sets/${world.setId}`));
  const table = page.getByRole('region', { name: 'Conversations' });
  const previews = previewsIn(page);
  const first = await previews.first().textContent();

  await table.press('End');
  await eventually(async () => (await previews.allTextContents()).every((text) => text !== first));
  await previews.last().waitFor();
});

it('a set says why its conversations are not loaded, and tries again', async () => {
  const page = await browser.openSignedIn();
  const refused = '**/v1/conversations?*';
  const json = { detail: [{ type: 'internal_error', loc: [], msg: 'Out of order' }] };
  await page.route(refused, (route) => route.fulfill({ status: 500, json }));
  await page.goto(at(`sets/${world.setId}`));
  await page.getByText('Out of order').waitFor();

  await page.unroute(refused);
  await page.getByRole('button', { name: 'Try again' }).click();
  await previewsIn(page).first().waitFor();

  expect(browser.takeErrors().every((error) => error.includes('500'))).toBe(true);
});

it('the calls of a tool link to the conversations that have them', async () => {
  const page = await browser.openSignedIn();
  await page.goto(at('overview?range=30d&tool=create_shipment'));
  await page.getByRole('link', { name: /flagged calls with recipient/ }).waitFor();
  const link = page.getByRole('link', { name: /^\d+ calls of create_shipment: show/ });
  const count = Number(await link.textContent());
  await link.click();
  await page.waitForURL(/\/conversations\?/);

  const filter = new URL(page.url()).searchParams.get('filter') ?? '';
  const { items } = await call('GET', `/v1/conversations?limit=100&filter=${encodeURIComponent(filter)}`);
  expect(items).toHaveLength(count);
});

it('no review is offered where no finding is selected', async () => {
  const page = await browser.openSignedIn();
  const review = page.getByRole('link', { name: 'Review these' });
  await page.goto(at('findings'));
  await review.waitFor();
  await page.goto(at(`findings?filter=${encodeURIComponent('text:"no such text"')}`));
  await waitForIdle(page);

  await page.getByText('No findings match this filter').waitFor();
  expect(await review.count()).toBe(0);
});
