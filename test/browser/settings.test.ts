import type { Locator, Page } from 'playwright-core';
import { findViolations } from '../support/browser/axe';
import { TestBrowser } from '../support/browser/chromium';
import { waitForFocus, waitForIdle } from '../support/browser/pages';
import { readWorld } from '../support/browser/world';
import { worldApi } from '../support/browser/world-api';
import { eventually } from '../support/eventually';

/** Longer than cached data counts as fresh. */
const STALE_AFTER_MS = 60_000;

const world = readWorld();
/** Calls the API as another client. */
const call = worldApi(world);
const browser = new TestBrowser();
let page: Page;

beforeAll(async () => {
  await browser.start();
  page = await browser.openSignedIn({ reducedMotion: 'reduce' });
});
afterEach(() => expect(browser.takeErrors()).toEqual([]));
afterAll(() => browser.stop());

const button = (name: string | RegExp, within: Page | Locator = page) =>
  within.getByRole('button', { name, exact: true });

async function openTab(tab: string): Promise<void> {
  await page.goto(`/w/${world.workspaceId}/settings?tab=${tab}`);
  await waitForIdle(page);
}

/** Returns the error of a field; null if it is valid. */
async function getFieldError(field: Locator): Promise<string | null> {
  if ((await field.getAttribute('aria-invalid')) !== 'true') return null;
  const ids = (await field.getAttribute('aria-describedby'))?.split(' ') ?? [];
  const texts = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).allTextContents()));
  return texts.flat().join(' ');
}

/** Records the bodies of requests with this method from now on. */
function watchBodies(method: string): unknown[] {
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === method) bodies.push(request.postDataJSON());
  });
  return bodies;
}

/** Submits the form for a new key on the open API keys tab. */
async function openNewKey(name: string): Promise<Locator> {
  await button('New API key').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await button('Create key', dialog).click();
  return dialog;
}

describe('the dialog of a new API key', () => {
  it('closes on Escape before a key is created', async () => {
    await openTab('api-keys');
    await button('New API key').click();
    await waitForFocus(page.getByRole('dialog'));
    await page.keyboard.press('Escape');

    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('rejects days that are not a whole number, without a request', async () => {
    const sent = watchBodies('POST');
    await openTab('api-keys');
    await button('New API key').click();
    const dialog = page.getByRole('dialog');
    const days = dialog.getByLabel('Expires after (days)');
    await dialog.getByLabel('Name').fill('for some days');
    await days.fill('abc');
    await button('Create key', dialog).click();
    await dialog.locator('[aria-invalid="true"]').waitFor();

    expect(await getFieldError(days)).toContain('whole number');
    expect(sent).toEqual([]);
  });

  it('keeps the focus on its button during the request, and sends it once', async () => {
    let letThrough = () => {};
    const held = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    const sent = watchBodies('POST');
    await page.route('**/v1/api-keys', (route) => held.then(() => route.continue()));
    await openTab('api-keys');
    await button('New API key').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('sent once');
    await button('Create key', dialog).press('Enter');
    const pending = button('Creating…', dialog);
    await pending.waitFor();

    expect(await page.evaluate('document.activeElement.textContent')).toBe('Creating…');
    expect(await pending.isDisabled()).toBe(true);
    await pending.press('Enter');
    await pending.dispatchEvent('click');
    await dialog.getByLabel('Name').press('Enter');
    letThrough();
    await button('I have copied it', page.getByRole('alertdialog')).click();
    await page.unroute('**/v1/api-keys');
    expect(sent).toHaveLength(1);
  });

  it('stays open during the request, on Escape and on clicks outside', async () => {
    let letThrough = () => {};
    const held = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await page.route('**/v1/api-keys', (route) => held.then(() => route.continue()));
    await openTab('api-keys');
    const dialog = await openNewKey('on its way');
    await button('Creating…', dialog).waitFor();
    await dialog.getByLabel('Name').press('Escape');
    await page.mouse.click(5, 5);
    letThrough();

    await button('I have copied it', page.getByRole('alertdialog')).click();
    await page.unroute('**/v1/api-keys');
  });

  it('stays open with the key, on Escape and on clicks outside, until copying is confirmed', async () => {
    await openTab('api-keys');
    await openNewKey('shown once');
    const shown = page.getByRole('alertdialog', { name: 'API key “shown once”' });
    const key = (await shown.locator('code').textContent()) ?? '';
    expect(key).toMatch(/^assay_ws_/);
    await waitForFocus(shown);

    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await page.keyboard.press('Escape');
    expect(await shown.locator('code').textContent()).toBe(key);

    await button('I have copied it', shown).click();
    await shown.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /shown once/ }).waitFor();
    expect(await page.content()).not.toContain(key);

    await button('New API key').click();
    expect(await page.getByRole('dialog').getByLabel('Name').inputValue()).toBe('');
  });
});

it('shows an invalid address at its field, and keeps the other values', async () => {
  await openTab('members');
  await button('Invite').click();
  const dialog = page.getByRole('dialog');
  const email = dialog.getByLabel('Email');
  await email.fill('nobody');
  await dialog.getByRole('button', { name: /Role/ }).click();
  await page.getByRole('option', { name: 'Admin' }).click();
  await button('Create link', dialog).click();
  await dialog.locator('[aria-invalid="true"]').first().waitFor();

  expect(await getFieldError(email)).toMatch(/e-?mail/i);
  expect(await dialog.getByRole('alert').count()).toBe(0);
  expect(await dialog.getByRole('button', { name: /Role/ }).textContent()).toContain('Admin');
});

describe('the issue configuration', () => {
  it('shows an error at its row, also after another row was removed, and is saved once fixed', async () => {
    const before = await call('GET', '/v1/issue-config');
    const count = before.labels.length;
    await openTab('issue-config');
    for (const [place, name] of [
      [count + 1, 'wrong_price'],
      [count + 2, 'Wrong Date'],
    ] as const) {
      await button('Add label').click();
      await page.getByLabel(`Label ${place}`, { exact: true }).fill(name);
    }
    await button(/^Save as version/).click();
    const bad = page.locator('input[value="Wrong Date"]');
    await page.locator('[aria-invalid="true"]').first().waitFor();
    expect(await getFieldError(bad)).toContain('snake_case');
    expect(await page.getByRole('alert').count()).toBe(0);

    await button(`Remove label ${count + 1}, wrong_price`).click();
    expect(await getFieldError(bad)).toContain('snake_case');
    expect(await page.locator('[aria-invalid="true"]').count()).toBe(1);

    await page.getByLabel(`Label ${count + 1}`, { exact: true }).fill('wrong_date');
    await button(`Save as version ${before.version + 1}`).click();
    await page.getByText(`Version ${before.version + 1}, created`).waitFor();
    const after = await call('GET', '/v1/issue-config');
    expect(after.labels).toEqual([...before.labels, { name: 'wrong_date', description: '', covers: [] }]);
    expect(await page.locator('[aria-invalid="true"]').count()).toBe(0);
  });

  it('shows which kinds have no label before saving, and saves the label that each gets', async () => {
    const before = await call('GET', '/v1/issue-config');
    const kind = page
      .getByRole('group', { name: /^Kinds of issues/ })
      .getByRole('button')
      .first();
    const choose = async (name: string) => {
      await kind.click();
      await page.getByRole('option', { name, exact: true }).click();
    };
    await openTab('issue-config');
    expect(await page.getByText(/does not look for/).count()).toBe(0);

    await choose('Not looked for');
    await page.getByText(/does not look for issues without a label: fabrication\./).waitFor();
    await choose('reasoning_error');
    expect(await page.getByText(/does not look for/).count()).toBe(0);
    await button(`Save as version ${before.version + 1}`).click();
    await page.getByText(`Version ${before.version + 1}, created`).waitFor();

    const { labels } = await call('GET', '/v1/issue-config');
    const coversOf = (name: string) => labels.find((label: { name: string }) => label.name === name)?.covers;
    expect([coversOf('fabrication'), coversOf('reasoning_error')]).toEqual([
      [],
      ['fabrication', 'reasoning_error'],
    ]);
    await call('PUT', '/v1/issue-config', { labels: before.labels, domain_context: null });
  });

  it('keeps the edits when another user saves a version, and lets the user choose', async () => {
    await openTab('issue-config');
    const context = page.getByLabel('Domain context');
    await context.fill('Ferries, typed here.');
    const { version, labels } = await call('GET', '/v1/issue-config');
    await call('PUT', '/v1/issue-config', { labels, domain_context: 'Trains, saved elsewhere.' });
    await page.clock.setSystemTime(Date.now() + STALE_AFTER_MS);
    await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
    await page.getByText(`Version ${version + 1} was saved in the meantime.`).waitFor();

    expect(await context.inputValue()).toBe('Ferries, typed here.');
    expect(await button(/^Save as version/).isDisabled()).toBe(true);

    await button('Keep my edits').click();
    await button(`Save as version ${version + 2}`).click();
    await page.getByText(`Version ${version + 2}, created`).waitFor();
    expect(await call('GET', '/v1/issue-config')).toMatchObject({ domain_context: 'Ferries, typed here.' });
  });

  it('does not replace an unseen version, says so, and keeps the edits', async () => {
    await openTab('issue-config');
    const context = page.getByLabel('Domain context');
    await context.fill('Trams, typed here.');
    const { version, labels } = await call('GET', '/v1/issue-config');
    await call('PUT', '/v1/issue-config', { labels, domain_context: 'Buses, saved elsewhere.' });
    await button(`Save as version ${version + 1}`).click();
    await page.getByText(`Version ${version + 1} was saved in the meantime.`).waitFor();

    expect(await context.inputValue()).toBe('Trams, typed here.');
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await call('GET', '/v1/issue-config')).toMatchObject({
      domain_context: 'Buses, saved elsewhere.',
    });
    expect(browser.takeErrors()).toEqual([expect.stringContaining('409')]);

    await button('Keep my edits').click();
    await button(`Save as version ${version + 2}`).click();
    await page.getByText(`Version ${version + 2}, created`).waitFor();
    expect(await call('GET', '/v1/issue-config')).toMatchObject({ domain_context: 'Trams, typed here.' });
  });

  it('loads the version that another user saved on request', async () => {
    await openTab('issue-config');
    const context = page.getByLabel('Domain context');
    await context.fill('Not to be kept.');
    const { version, labels } = await call('GET', '/v1/issue-config');
    await call('PUT', '/v1/issue-config', { labels, domain_context: 'Trains, saved elsewhere.' });
    await page.clock.setSystemTime(Date.now() + 2 * STALE_AFTER_MS);
    await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
    await button(`Load version ${version + 1}`).click();

    expect(await context.inputValue()).toBe('Trains, saved elsewhere.');
    await page.getByText(`Version ${version + 1}, created`).waitFor();
    await call('PUT', '/v1/issue-config', { labels, domain_context: null });
  });
});

describe('the settings of the workspace', () => {
  async function saveDays(text: string): Promise<Locator> {
    await openTab('workspace');
    await page.getByLabel('Keep conversations indefinitely').uncheck();
    const days = page.getByLabel('Retention (days)');
    await days.fill(text);
    await button('Save').click();
    return days;
  }

  it('reject days that are not a whole number, without a request', async () => {
    const sent = watchBodies('PATCH');
    const days = await saveDays('abc');

    await page.locator('[aria-invalid="true"]').waitFor();
    expect(await getFieldError(days)).toContain('whole number');
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    expect(sent).toEqual([]);
  });

  it('show API errors at the field', async () => {
    const days = await saveDays('40000');
    await button('Save and delete', page.getByRole('alertdialog')).click();
    await page.locator('[aria-invalid="true"]').waitFor();

    expect(await getFieldError(days)).toContain('36500');
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('send only what was changed', async () => {
    await openTab('workspace');
    const sent = watchBodies('PATCH');
    const name = page.getByLabel('Name', { exact: true });
    expect(await button('Save').isDisabled()).toBe(true);
    for (const text of ['Demo of another name', 'Demo']) {
      await name.fill(text);
      await button('Save').click();
      await page.getByText('Saved.').waitFor();
    }

    expect(sent).toEqual([{ name: 'Demo of another name' }, { name: 'Demo' }]);
  });
});

describe('the usage of a workspace', () => {
  const rows = () => page.getByRole('table', { name: 'Usage' }).locator('tbody tr');

  it('is shown for each limit with its maximum, as returned by the API', async () => {
    const read = page.waitForResponse('**/usage');
    await openTab('workspace');
    const { items } = await (await read).json();
    const used = Object.fromEntries(items.map((item: { limit: string }) => [item.limit, item]));
    await rows().first().waitFor();

    const cells = await Promise.all(
      (await rows().all()).map((row) => row.locator('th, td').allTextContents()),
    );
    const count = (limit: string) => used[limit].used.toLocaleString('en');
    expect(cells).toEqual([
      ['Ingested today (UTC)', expect.stringMatching(/^[\d.,]+ [KM]iB$/), '50 GiB'],
      ['Stored conversations', count('conversations'), '10,000,000'],
      ['Open experiments', count('open_experiments'), '1,000'],
      ['Open optimization runs', count('open_optimization_runs'), '1,000'],
      ['Spend on models this month (UTC)', expect.stringMatching(/^\$\d/), '$10,000.00'],
      ['Schedules', count('schedules'), '100'],
      ['Review queues', count('review_queues'), '1,000'],
      ['Versions of sets', count('set_versions'), '10,000'],
      ['Versions of evaluators', count('evaluator_versions'), '1,000'],
      ['Versions of the issue configuration', count('issue_config_versions'), '10,000'],
      ['Calibrations', count('calibrations'), '1,000'],
      ['Evaluations of stored replies', count('backfills'), '1,000'],
      ['Storage of these', expect.stringMatching(/^[\d.,]+ (B|[KM]iB)$/), '2 GiB'],
    ]);
    expect(used.conversations.used).toBeGreaterThan(0);
  });

  it('shows an error when it cannot be loaded, and retries on request', async () => {
    await page.route('**/usage', (route) => route.abort());
    await openTab('workspace');
    const section = page.getByRole('region', { name: 'Usage' });
    await section.getByRole('alert').waitFor();
    await page.unroute('**/usage');

    await button('Try again', section).click();

    await rows().nth(3).waitFor();
    expect(browser.takeErrors().every((text) => text.includes('ERR_FAILED'))).toBe(true);
  });
});

describe('an open dialog', () => {
  const fromSettings = (tab: string, name: string) => async () => {
    await openTab(tab);
    await button(name).click();
  };
  const fromConversations = (name: RegExp) => async () => {
    await page.goto(`/w/${world.workspaceId}/conversations`);
    const all = page.getByLabel('Select all conversations on this page');
    // The selection of an earlier test is still there.
    if (!(await all.isChecked())) await all.click();
    await button(name).click();
  };

  it.each([
    ['new API key', fromSettings('api-keys', 'New API key')],
    ['new evaluator', fromSettings('evaluators', 'New evaluator')],
    ['new experiment', fromConversations(/^Start experiment with/)],
    ['new run', fromConversations(/^Optimize prompt$/)],
  ])('has no serious accessibility violation: %s', async (_name, open) => {
    await open();
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).waitFor();

    expect(await findViolations(page)).toEqual([]);
  });

  it('has no serious accessibility violation with errors at its fields', async () => {
    const dialog = page.getByRole('dialog');
    await fromConversations(/^Optimize prompt$/)();
    await button('Start run', dialog).click();
    await dialog.locator('[aria-invalid="true"]').first().waitFor();

    expect(await findViolations(page)).toEqual([]);
  });

  it('resends an unchanged request with the same key, and a changed one with another', async () => {
    const keys: (string | undefined)[] = [];
    await page.route('**/v1/experiments', (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      return route.abort();
    });
    await fromConversations(/^Start experiment with/)();
    const dialog = page.getByRole('dialog');
    for (const [sent, name] of ['one', 'one', 'other'].entries()) {
      const field = dialog.getByLabel('Name', { exact: true });
      if ((await field.inputValue()) !== name) await field.fill(name);
      await button('Start experiment', dialog).click();
      await eventually(async () => keys.length > sent);
      await dialog.getByRole('alert').waitFor();
      await button('Start experiment', dialog).waitFor();
    }
    await page.unroute('**/v1/experiments');

    const [first, second, third] = keys;
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    for (const error of browser.takeErrors()) expect(error).toContain('net::ERR_FAILED');
  });

  it('has no serious accessibility violation: the key that is shown once', async () => {
    await openTab('api-keys');
    await openNewKey('looked at');
    await page.getByRole('alertdialog').waitFor();

    expect(await findViolations(page)).toEqual([]);
    await button('I have copied it').click();
  });
});

it('shows an error when signing out fails, and stays signed in', async () => {
  await openTab('api-keys');
  await page.route('**/v1/auth/logout', (route) => route.abort());
  await button('Sign out').click();
  await page.getByRole('alert').getByText('Cannot reach the service').waitFor();

  expect(browser.takeErrors()).toEqual([expect.stringContaining('net::ERR_FAILED')]);
  expect(await page.getByRole('heading', { name: 'Settings' }).count()).toBe(1);
});
