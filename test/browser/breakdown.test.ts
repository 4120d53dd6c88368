import { useBrowser } from '../support/browser/use-browser';
import { pathInWorld, readWorld } from '../support/browser/world';
import { worldApi } from '../support/browser/world-api';

const world = readWorld();
const call = worldApi(world);
const browser = useBrowser();

const at = pathInWorld(world);

describe('a chosen tag', () => {
  it('has bars that filter the overview, and a table whose numbers link to what they count', async () => {
    const page = await browser.openSignedIn();
    const filter = () => new URL(page.url()).searchParams.get('filter');
    await page.goto(at('overview?range=30d'));
    const bars = page.getByRole('region', { name: 'Issues by tag kind' });
    await bars.getByRole('link', { name: /^All \d+ values$/ }).click();

    const table = page.getByRole('table', { name: 'Tag kind' });
    await table.getByRole('columnheader', { name: 'Messages' }).waitFor();
    const value = page.getByRole('rowheader', { name: 'tool-call', exact: true });
    const number = table.getByRole('row').filter({ has: value }).getByRole('link').first();
    const count = Number(await number.textContent());
    await number.click();
    await page.waitForURL(/\/conversations\?/);
    expect(filter()).toMatch(/^created_at .* AND tags\."kind" = "tool-call"$/);
    const { items } = await call(
      'GET',
      `/v1/messages?limit=100&filter=${encodeURIComponent(filter() ?? '')}`,
    );
    expect(items).toHaveLength(count);

    await page.goBack();
    const bar = bars.getByRole('link', { name: /^Filter by tag kind tool-call \d.* replies$/ });
    await bar.click();
    await page.waitForURL(() => filter() === 'tags.kind = "tool-call"');
    await bars.locator('[data-selected=true]').waitFor();
    await bar.click();
    await page.waitForURL(() => filter() === null);
  });

  it('is chosen in the settings, and has an empty card while no conversation has it', async () => {
    const { id } = await call('POST', '/v1/workspaces', { name: 'Tags' });
    const messages = [
      { role: 'user', content: 'When was the bridge opened?' },
      { role: 'assistant', content: 'In 1887.' },
    ];
    const tags = { region: 'north' };
    await worldApi({ ...world, workspaceId: id })('POST', '/v1/conversations', { messages, tags });
    const page = await browser.openSignedIn();
    await page.goto(`/w/${id}/overview`);
    await page
      .getByRole('region', { name: 'Issues by tag environment' })
      .getByText('No conversation of this period has this tag.')
      .waitFor();

    await page.getByRole('link', { name: 'workspace settings' }).click();
    const field = page.getByLabel('Tags in analytics');
    await field.fill('environment, a.b');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('may not begin with $ or contain a dot').waitFor();
    await field.fill('environment, region');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();

    await page.getByRole('link', { name: 'Overview' }).click();
    const region = page.getByRole('region', { name: 'Issues by tag region' });
    await region.getByText('No reply of this period is evaluated.').waitFor();
    await page.goto(`/w/${id}/overview?more=tag:region`);
    const table = page.getByRole('table', { name: 'Tag region' });
    await table.getByRole('rowheader', { name: 'north' }).waitFor();
    await page.goto(`/w/${id}/overview?more=tag:environment`);
    await page.getByRole('region', { name: 'Tag environment' }).getByText('None in this period.').waitFor();
  });
});

it('says which values of a dimension are left out of a table, and which may have more messages', async () => {
  const page = await browser.openSignedIn();
  await page.route(/breakdown\?.*dimension=tag%3Akind/, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    const [first] = json.values;
    json.values.push({ ...first, value: null, filter: null, is_other: true });
    first.is_partial = true;
    await route.fulfill({ response, json: { ...json, omitted_value_count: 1037 } });
  });
  await page.goto(at('overview?range=30d&more=tag:kind'));
  const table = page.getByRole('region', { name: 'Tag kind', exact: true }).first();
  await table
    .getByText('1,037 more values with fewer messages are not listed, nor counted under Others.')
    .waitFor();
  await table.getByText('Others has the values beyond the first 200 of each 32 days.').waitFor();

  const mark = page.getByText('maybe more under Others');
  const rows = page.getByRole('table', { name: 'Tag kind' }).getByRole('row').filter({ has: mark });
  expect(await rows.count()).toBe(1);
  const card = page.getByRole('region', { name: 'Issues by tag kind' });
  await card.getByRole('link', { name: /^Table of \d+ values$/ }).waitFor();
  expect(await card.getByRole('listitem').filter({ has: mark }).count()).toBe(1);
  // No filter selects the others.
  expect(await card.getByRole('link', { name: /Others \d/ }).count()).toBe(0);
});
