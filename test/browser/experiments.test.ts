import type { Locator, Page } from 'playwright-core';
import { TestBrowser } from '../support/browser/chromium';
import { waitForFocus, waitForIdle } from '../support/browser/pages';
import { BIG_EXPERIMENT, pathInWorld, readWorld } from '../support/browser/world';
import { worldApi } from '../support/browser/world-api';
import { eventually } from '../support/eventually';
import type { Schemas } from '../support/wire-types';

/** Experiments per page of the list. */
const PAGE_SIZE = 20;
/** Enough conversations that an experiment with concurrency 1 can be cancelled while it is running. */
const CONVERSATION_COUNT = 1000;

const world = readWorld();
const call = worldApi(world);
const browser = new TestBrowser();
let page: Page;
let plainIds: string[];

beforeAll(async () => {
  await browser.start();
  page = await browser.openSignedIn({ reducedMotion: 'reduce' });
  const { conversation_ids: ids = [] } = await call('GET', `/v1/experiments/${world.bigId}`);
  plainIds = ids.slice(0, CONVERSATION_COUNT);
});
afterEach(() => expect(browser.takeErrors()).toEqual([]));
afterAll(() => browser.stop());

const at = pathInWorld(world);
const getIds = (all: readonly { id: string }[]) => all.map(({ id }) => id);
const parameter = (name: string) => new URL(page.url()).searchParams.get(name);
const button = (name: string | RegExp, within: Page | Locator = page) =>
  within.getByRole('button', { name, exact: true });
const itemRows = () => page.getByRole('region', { name: 'Items' }).locator('tbody th');

async function startExperiment(name: string, request: object): Promise<string> {
  const body = { name, model: 'embedded/extractive', ...request };
  return (await call('POST', '/v1/experiments', body)).id;
}

async function waitForEnd(id: string): Promise<{ status: string; status_summary: Record<string, number> }> {
  return eventually(async () => {
    const experiment = await call('GET', `/v1/experiments/${id}`);
    return experiment.completed_at !== null && experiment;
  });
}

async function open(path: string): Promise<void> {
  await page.goto(at(path));
  await waitForIdle(page);
}

async function confirm(action: string): Promise<void> {
  await button(action, page.getByRole('alertdialog')).click();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
}

/** Lists completed items by number of issues, descending. */
async function itemsByIssues(id: string): Promise<Schemas['ExperimentItem'][]> {
  const { items } = await call('GET', `/v1/experiments/${id}/items?limit=100&status=completed`);
  return items.toSorted((a, b) => Number(b.issue_count) - Number(a.issue_count));
}

it('cancels a running experiment from the list, which updates until it has ended', async () => {
  const id = await startExperiment('stopped in the list', { conversation_ids: plainIds, concurrency: 1 });
  await open('experiments');
  const row = page.getByRole('row', { name: /stopped in the list/ });

  await button('Cancel: stopped in the list', row).click();
  await row.getByText('cancelled', { exact: true }).waitFor();

  const { status, status_summary: counts } = await call('GET', `/v1/experiments/${id}`);
  const total = CONVERSATION_COUNT.toLocaleString('en');
  expect(status).toBe('cancelled');
  expect(await row.getByRole('progressbar').getAttribute('aria-valuetext')).toBe(`${total} of ${total}`);
  const failed = counts.failed.toLocaleString('en');
  expect(await button(`Retry ${failed} failed items: stopped in the list`, row).count()).toBe(1);
});

it('cancels one experiment after another on its page', async () => {
  const first = await startExperiment('stopped', { conversation_ids: plainIds, concurrency: 1 });
  await open(`experiments/${first}`);
  const cancelled = page.locator('header').getByText('cancelled', { exact: true });
  await button('Cancel').click();
  await cancelled.waitFor();

  await button('Run again…').click();
  await button('Start experiment', page.getByRole('dialog')).click();
  await page.waitForURL((url) => !url.pathname.includes(first));
  await button('Cancel').click();
  await cancelled.waitFor();
});

it('estimates the cost once the form has not changed for a moment, and stays usable without an estimate', async () => {
  const id = await startExperiment('estimated', { conversation_ids: plainIds.slice(0, 100) });
  await waitForEnd(id);
  const models: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/experiments/estimate')) models.push(request.postDataJSON().model);
  });
  await open(`experiments/${id}?do=again`);
  const dialog = page.getByRole('dialog');
  const estimate = dialog.getByRole('status');
  await estimate.getByText('Estimated cost: $0.00', { exact: true }).waitFor();

  const model = dialog.getByLabel('Model', { exact: true });
  await model.fill('');
  await model.pressSequentially('gpt-4o-mini');
  await estimate.getByText('Estimated cost: $0.00', { exact: true }).waitFor({ state: 'detached' });
  expect(await estimate.innerText()).toMatch(
    /^Estimated cost: \$0\.\d+ to \$0\.\d+\s+Replies: .* input and .* output tokens\.$/,
  );
  expect(models).toEqual(['embedded/extractive', 'gpt-4o-mini']);

  await dialog.getByLabel('Cost limit (US$)').fill('0.00001');
  await estimate.getByText('The cost limit will end the experiment early.').waitFor();

  await page.route('**/v1/experiments/estimate', (route) =>
    route.fulfill({ status: 422, json: { detail: [{ loc: ['body'], msg: 'Out of order', type: 'x' }] } }),
  );
  await model.fill('gpt-4o');
  await estimate.getByText('No estimate: Out of order').waitFor();
  expect(await button('Start experiment', dialog).isEnabled()).toBe(true);
  await page.unroute('**/v1/experiments/estimate');
  expect(browser.takeErrors().filter((error) => !error.includes('422'))).toEqual([]);
});

it('retries the failed items, and the open item is no longer shown as failed', async () => {
  const id = await startExperiment('retried', { conversation_ids: plainIds.slice(0, 20), concurrency: 1 });
  await call('POST', `/v1/experiments/${id}/cancel`);
  await waitForEnd(id);
  await open(`experiments/${id}?tab=items&status=failed`);
  const failed = await itemRows().count();
  await itemRows().first().getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('The experiment was cancelled').waitFor();
  const item = await dialog.getByRole('heading').first().innerText();
  await button('Close', dialog).click();

  await button(/^Retry \d+ failed items?$/).click();
  await page.locator('header').getByText('completed', { exact: true }).waitFor();
  await page.getByText('No items with this status').waitFor();

  expect(failed).toBeGreaterThan(0);
  expect(await waitForEnd(id)).toMatchObject({ status: 'completed', status_summary: { failed: 0 } });
  await button(/Filter by status/).click();
  await page.getByRole('option', { name: /^Any status/ }).click();
  await button(item).click();
  await dialog.getByText('completed', { exact: true }).waitFor();
  expect(await dialog.getByText('The experiment was cancelled').count()).toBe(0);
});

it('reports no significance on conversations chosen by their outcome, and compares with a fresh baseline', async () => {
  const request = {
    name: 'chosen-by-outcome',
    filter: 'issue_count > 0 AND prompt_version = "v1"',
    sample: { size: 5 },
  };
  const set = await call('POST', '/v1/sets', request);
  await open(`sets/${set.id}`);
  await page.getByRole('cell', { name: 'Outcome', exact: true }).waitFor();
  await button('Start experiment').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('replays flagged replies');
  await dialog.getByLabel('Model', { exact: true }).fill('embedded/extractive');
  await dialog.getByText(/^Chosen by the outcome of their replies/).waitFor();
  await dialog.getByText(/^The last reply of each conversation is replayed/).waitFor();
  await dialog.getByRole('radio', { name: 'Evaluate original replies' }).check({ force: true });
  await dialog.getByText(/^The last reply of each conversation is evaluated/).waitFor();
  await dialog.getByRole('radio', { name: 'Generate new replies' }).check({ force: true });
  await dialog.getByRole('radio', { name: 'Flagged reply' }).check({ force: true });
  await dialog.getByText(/^Replays the latest reply with a finding/).waitFor();
  await page.screenshot({ path: 'test-results/screenshots/experiment-replayed-reply.png' });
  await button('Start experiment', dialog).click();
  await page.getByRole('heading', { name: 'replays flagged replies' }).waitFor();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await waitForEnd(id);

  await page.getByText(/not tested: the original replies were chosen by their outcome/).waitFor();
  await page.getByText(/^Original: the latest flagged reply/).waitFor();
  expect(await page.getByText(/significant/i).count()).toBe(0);
  await page.screenshot({
    path: 'test-results/screenshots/experiment-chosen-by-outcome.png',
    fullPage: true,
  });
  await button('Run a fresh baseline…').click();
  await dialog.getByLabel('Model', { exact: true }).fill('embedded/extractive');
  await page.screenshot({ path: 'test-results/screenshots/experiment-fresh-baseline.png' });
  await button('Start baseline', dialog).click();
  await page.waitForURL((url) => url.pathname.endsWith(`/compare/${id}`));
  await page.getByText(/No significant difference/).waitFor();
  const baseline = new URL(page.url()).pathname.split('/').at(-3) ?? '';
  await open(`experiments/${baseline}`);
  await page.getByText(/not tested: the original replies were chosen by their outcome/).waitFor();
  expect(await button('Run a fresh baseline…').count()).toBe(0);
});

it('adds conversations to an ended experiment, which runs only those that it does not have', async () => {
  const [first = '', second = '', third = ''] = plainIds;
  const id = await startExperiment('grows', { conversation_ids: [first] });
  await waitForEnd(id);
  await open(`experiments/${id}`);

  await button('Add conversations…').click();
  const dialog = page.getByRole('dialog', { name: 'Add conversations' });
  await dialog.getByRole('radio', { name: 'Set' }).check({ force: true });
  await dialog.getByRole('textbox', { name: 'Name of a set' }).fill('unknown-set');
  await button('Add conversations', dialog).click();
  await dialog.getByText(/no set/i).waitFor();
  await dialog.getByRole('radio', { name: 'IDs' }).check({ force: true });
  await dialog.getByRole('textbox', { name: 'Conversation IDs' }).fill(`${first}\n${second}, ${third}`);
  await page.screenshot({ path: 'test-results/screenshots/experiment-add-conversations.png' });
  await button('Add conversations', dialog).click();
  await dialog.waitFor({ state: 'detached' });

  expect(await waitForEnd(id)).toMatchObject({ status_summary: { completed: 3, total: 3 } });
  await page.getByRole('columnheader', { name: 'e-value' }).getByRole('button').click();
  const explanation = page.getByRole('dialog', { name: 'e-value' });
  await explanation.getByText('may be read at any time').waitFor();
  await waitForFocus(explanation);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add conversations…' }).waitFor();
  await open(`experiments/${id}?tab=settings`);
  await page.getByText('Last added').waitFor();
});

describe('schedules', () => {
  it('are created, paused, resumed and deleted from the experiments page', async () => {
    await open('experiments');
    await page.getByRole('link', { name: 'Schedules' }).click();
    await button('New schedule').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('weekly');
    await dialog.getByLabel('Cron expression').fill('0 4 * * 9');
    await dialog.getByLabel('Time zone').fill('Europe/Berlin');
    await dialog.getByText('Set', { exact: true }).click();
    await dialog.getByRole('button', { name: /Choose a set/ }).click();
    await page.getByRole('option', { name: /shipments/ }).click();
    await dialog.getByText('Evaluate original replies').click();
    await dialog.getByLabel('Concurrency').fill('0');
    await button('Create schedule', dialog).click();
    await dialog.getByText(/day of week should be/i).waitFor();
    const invalid = await dialog.getByLabel('Concurrency').getAttribute('aria-invalid');
    await dialog.getByLabel('Cron expression').fill('0 4 * * MON');
    await dialog.getByLabel('Concurrency').fill('20');
    await button('Create schedule', dialog).click();
    await page.getByRole('heading', { name: 'weekly' }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const created = await call('GET', `/v1/schedules/${id}`);
    const firings = page.getByRole('list').filter({ has: page.locator('time') });
    const times = await firings.locator('time').all();
    const shown = await Promise.all(times.map((one) => one.getAttribute('datetime')));

    await button('Pause').click();
    await page.getByText('None while the schedule is paused.').waitFor();
    const paused = await call('GET', `/v1/schedules/${id}`);
    await button('Resume').click();
    await firings.waitFor();
    await button('Delete').click();
    await confirm('Delete');
    await page.getByRole('heading', { name: 'Schedules' }).waitFor();

    expect(invalid).toBe('true');
    expect(created).toMatchObject({ cron: '0 4 * * MON', time_zone: 'Europe/Berlin', overlap: 'skip' });
    expect(created.experiment).toMatchObject({ name: 'weekly', set: 'shipments@2', pass_through: true });
    expect(shown).toEqual(created.next_firings_at);
    expect(paused.is_paused).toBe(true);
    expect(await page.getByRole('link', { name: 'weekly' }).count()).toBe(0);
    await expect(call('GET', `/v1/schedules/${id}`)).rejects.toThrow('404');
  });

  it('show the result of their last experiments, and link to them', async () => {
    const { last_firing: firing } = await call('GET', `/v1/schedules/${world.scheduleId}`);
    await waitForEnd(String(firing?.experiment_id));
    await open('experiments/schedules');
    await page.getByRole('link', { name: 'yearly audit' }).click();

    const row = page.getByRole('table', { name: 'Last experiments' }).locator('tbody tr');
    await row.getByText('Completed').waitFor();
    await row.getByRole('link').click();
    await page.getByRole('heading', { name: /^yearly audit \(/ }).waitFor();

    expect(page.url()).toContain(String(firing?.experiment_id));
  });
});

it('adds items to a status as they enter it, without a reload', async () => {
  const count = 40;
  const id = await startExperiment('followed', {
    conversation_ids: plainIds.slice(0, count),
    concurrency: 1,
  });
  await call('POST', `/v1/experiments/${id}/cancel`);
  const { status_summary: early } = await waitForEnd(id);
  await open(`experiments/${id}?tab=items&status=completed`);

  await button(/^Retry \d+ failed items?$/).click();
  await page.locator(`[aria-label="Items"] table[aria-rowcount="${count + 1}"]`).waitFor();

  expect(early.completed).toBeLessThan(count);
});

it('can sort all items of an execution that was watched to its end, hidden ones included', async () => {
  const request = { pass_through: true, conversation_ids: plainIds.slice(0, 120), concurrency: 1 };
  const id = await startExperiment('watched to its end', request);
  await call('POST', `/v1/experiments/${id}/cancel`);
  await waitForEnd(id);
  await open(`experiments/${id}?tab=items&sort=-attempts`);
  await button('Load more').click();
  await button('Load more').waitFor({ state: 'detached' });

  await button(/^Retry \d+ failed items?$/).click();
  await page.locator('header').getByText('completed', { exact: true }).waitFor();

  await button('Issues').waitFor();
});

it('generates several samples of a conversation by the form, and shows each with its number', async () => {
  const [first = '', second = ''] = plainIds;
  const id = await startExperiment('sampled', { conversation_ids: [first, second] });
  await waitForEnd(id);
  await open(`experiments/${id}?do=again`);
  const dialog = page.getByRole('dialog', { name: 'New experiment' });
  const samples = dialog.getByLabel('Samples per conversation');
  await dialog.getByLabel('Name').fill('three samples');

  await samples.fill('11');
  await button('Start experiment', dialog).click();
  await eventually(async () => (await samples.getAttribute('aria-invalid')) === 'true');
  await samples.fill('3');
  await samples.scrollIntoViewIfNeeded();
  await page.screenshot({ path: 'test-results/screenshots/experiment-samples-form.png' });
  await button('Start experiment', dialog).click();
  await page.waitForURL((url) => !url.pathname.includes(id));
  const sampled = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const experiment = await waitForEnd(sampled);
  await open(`experiments/${sampled}?tab=items`);
  const table = page.getByRole('region', { name: 'Items' });
  const questions = await itemRows().allInnerTexts();
  const column = await table.locator('tbody tr td:nth-of-type(1)').allInnerTexts();
  await page.screenshot({ path: 'test-results/screenshots/experiment-samples-items.png' });
  await itemRows().nth(4).getByRole('button').click();
  await page.getByRole('dialog').getByRole('heading', { name: '(sample 2 of 3)' }).waitFor();

  expect(experiment).toMatchObject({ samples_per_item: 3, status_summary: { completed: 6, total: 6 } });
  expect(questions).toEqual([0, 0, 0, 3, 3, 3].map((index) => questions[index]));
  expect(questions[3]).not.toBe(questions[0]);
  expect(column).toEqual([1, 2, 3, 1, 2, 3].map((number) => `${number} of 3`));
  expect(browser.takeErrors().filter((error) => !error.includes('422'))).toEqual([]);
});

it('shows how much the samples of a conversation differ, and what they are worth', async () => {
  const { conversation_ids: ids = [] } = await call('GET', `/v1/experiments/${world.extractiveId}`);
  const id = await startExperiment('varied', { conversation_ids: ids.slice(0, 20), samples_per_item: 2 });
  await waitForEnd(id);
  const { issue_rate_variance: variance } = await call('GET', `/v1/experiments/${id}`);
  await open(`experiments/${id}`);

  const heading = page.getByRole('heading', { name: 'Variance of the issue rate' });
  const section = page.locator('section').filter({ has: heading }).last();
  await section.scrollIntoViewIfNeeded();
  await page.screenshot({ path: 'test-results/screenshots/experiment-samples-variance.png' });

  // All replies have a pair: what is equal is shown once.
  const all = page.getByRole('table', { name: 'All replies' });
  const names = await all.locator('tbody th').allInnerTexts();
  expect(names).toContain('Evaluated replies');
  await page.getByText('Metrics with equal values are listed above only.').waitFor();

  // The embedded model always replies the same.
  const { conversations_count: judged = 0 } = variance ?? {};
  expect(variance).toMatchObject({ replies_count: 2 * judged, within_conversation: 0 });
  expect(judged).toBeGreaterThan(0);
  expect(await section.getByRole('definition').nth(1).innerText()).toBe('0');
  const worth =
    variance?.effective_replies_count === null ? 'without a difference' : `${judged} separate conversations`;
  await section.getByText(worth).waitFor();
  const settings = page.getByRole('tab', { name: 'Settings' });
  await settings.click();
  await page.getByText('40, 2 samples per conversation').waitFor();
});

it('offers the experiments that share conversations to compare with', async () => {
  const request = { pass_through: true, conversation_ids: plainIds.slice(0, 2) };
  await waitForEnd(await startExperiment('older', request));
  const id = await startExperiment('newest', request);
  await waitForEnd(id);
  await open(`experiments/${id}?do=compare`);

  await page.getByRole('dialog').getByRole('link', { name: 'older', exact: true }).click();

  await page.getByRole('heading', { name: 'older and newest' }).waitFor();
  await page.getByRole('table', { name: 'Metrics' }).getByText('p-value').waitFor();
});

it('says that experiments have nothing in common, and offers experiments that do', async () => {
  const [one = '', other = ''] = plainIds.slice(-2);
  const first = await startExperiment('left', { pass_through: true, conversation_ids: [one] });
  const second = await startExperiment('right', { pass_through: true, conversation_ids: [other] });
  await waitForEnd(await startExperiment('twin of left', { pass_through: true, conversation_ids: [one] }));
  await open(`experiments/${first}/compare/${second}`);

  await page.getByText('Nothing in common', { exact: true }).waitFor();
  expect(await page.getByText('Both experiments flag the same spans').count()).toBe(0);
  await page.getByRole('link', { name: 'twin of left' }).first().waitFor();
  await page.screenshot({ path: 'test-results/screenshots/comparison-nothing-in-common.png' });
  await page.getByRole('link', { name: 'twin of left' }).first().click();
  await page.getByRole('heading', { name: 'left and twin of left' }).waitFor();
});

describe('the items of an experiment', () => {
  let id: string;
  let failedIds: string[];

  beforeAll(async () => {
    const unanswered = Array.from({ length: 3 }, (_, index) =>
      JSON.stringify({ messages: [{ role: 'user', content: `Unanswered ${index + 1}` }] }),
    );
    const imported = await call('POST', '/v1/conversations', unanswered.join('\n'), 'application/x-ndjson');
    const { conversation_ids: recorded = [] } = await call('GET', `/v1/experiments/${world.recordedId}`);
    id = await startExperiment('some fail', {
      pass_through: true,
      conversation_ids: [...recorded.slice(0, 40), ...imported.conversation_ids],
    });
    await waitForEnd(id);
    failedIds = getIds((await call('GET', `/v1/experiments/${id}/items?status=failed`)).items);
  });

  it('can be filtered by status, which the URL holds', async () => {
    await open(`experiments/${id}?tab=items`);
    await button(/Filter by status/).click();
    await page.getByRole('option', { name: 'failed (3)' }).click();
    await page.getByText('Unanswered 3').waitFor();

    expect(parameter('status')).toBe('failed');
    await page.reload();
    await page.getByText('Unanswered 3').waitFor();
    expect(await itemRows().allInnerTexts()).toEqual(['Unanswered 1', 'Unanswered 2', 'Unanswered 3']);

    await button('Unanswered 1').click();
    const dialog = page.getByRole('dialog');
    const passed = [parameter('item')];
    for (const title of ['Unanswered 2', 'Unanswered 3']) {
      await button('Next', dialog).click();
      await dialog.getByRole('heading', { name: title }).waitFor();
      passed.push(parameter('item'));
    }
    expect(passed).toEqual(failedIds);
    expect(await button('Next', dialog).isDisabled()).toBe(true);
  });

  it('are stepped through in the order of the table, which the URL holds', async () => {
    const order = getIds(await itemsByIssues(id));
    await open(`experiments/${id}?tab=items&status=completed`);
    await button('Issues').click();
    expect(parameter('sort')).toBe('-issues');
    await page.reload();
    await waitForIdle(page);

    await itemRows().first().getByRole('button').click();
    const dialog = page.getByRole('dialog');
    const passed = [parameter('item')];
    for (let step = 1; step < 5; step += 1) {
      await button('Next', dialog).click();
      await page.waitForURL((url) => url.searchParams.get('item') !== passed.at(-1));
      await waitForIdle(page); // the buttons belong to the new item then
      passed.push(parameter('item'));
    }

    expect(passed).toEqual(order.slice(0, 5));
    await button('Previous', dialog).click();
    await page.waitForURL((url) => url.searchParams.get('item') === order[3]);
  });

  it('are opened by a link with its filter and order', async () => {
    const order = getIds(await itemsByIssues(id));
    await open(`experiments/${id}?tab=items&status=completed&sort=-issues&item=${order[1]}`);
    const dialog = page.getByRole('dialog');

    await button('Previous', dialog).click();
    await page.waitForURL((url) => url.searchParams.get('item') === order[0]);
    await eventually(() => button('Previous', dialog).isDisabled());
    await button('Close', dialog).click();

    await dialog.waitFor({ state: 'detached' });
    expect([parameter('item'), parameter('status'), parameter('sort')]).toEqual([
      null,
      'completed',
      '-issues',
    ]);
  });

  it('are sorted among the loaded ones, and the page says so', async () => {
    await open(`experiments/${world.bigId}?tab=items&sort=-attempts`);
    const total = BIG_EXPERIMENT.toLocaleString('en');

    await page.getByText(`100 of ${total} items loaded. Sorting covers loaded items only.`).waitFor();
    await button('Load more').click();
    await page.getByText(`200 of ${total} items loaded. Sorting covers loaded items only.`).waitFor();
  });
});

describe('a deleted experiment', () => {
  /** Creates an experiment and enough newer ones that it is on the second page of the list. */
  async function makeTwoPages(name: string): Promise<string> {
    const request = { pass_through: true, conversation_ids: plainIds.slice(0, 1) };
    const id = await startExperiment(name, request);
    for (let count = 0; count < PAGE_SIZE; count += 1)
      await waitForEnd(await startExperiment(`newer than ${name}`, request));
    await waitForEnd(id);
    return id;
  }

  it('returns to the page of the list that linked to it, and is removed everywhere', async () => {
    const id = await makeTwoPages('deleted on its page');
    await open('experiments');
    await button('Next page').click();
    const link = page.getByRole('link', { name: 'deleted on its page', exact: true });
    await link.waitFor();
    const cursor = parameter('cursor');
    await link.click();
    await page.getByRole('tab', { name: 'Items' }).click();
    await itemRows().first().waitFor();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'GET' && request.url().includes(id)) asked.push(request.url());
    });

    await button('Delete').click();
    const reread = page.waitForResponse((response) => new URL(response.url()).pathname === '/v1/experiments');
    await confirm('Delete');
    await page.getByRole('heading', { name: 'Experiments' }).waitFor();
    await reread;

    expect(cursor).not.toBeNull();
    expect(parameter('cursor')).toBe(cursor);
    expect(await link.count()).toBe(0);
    expect(asked).toEqual([]);

    await open(`experiments/${id}`);
    await page.getByRole('heading', { name: 'Experiment not found' }).waitFor();
    expect(browser.takeErrors()).toEqual([expect.stringContaining('404')]);
  });

  it('disappears from the list immediately when deleted there', async () => {
    const id = await startExperiment('deleted in the list', {
      pass_through: true,
      conversation_ids: plainIds.slice(0, 1),
    });
    await waitForEnd(id);
    await open('experiments');

    await button('Delete: deleted in the list').click();
    await confirm('Delete');

    expect(await page.getByRole('link', { name: 'deleted in the list' }).count()).toBe(0);
    await expect(call('GET', `/v1/experiments/${id}`)).rejects.toThrow('404');
  });
});
