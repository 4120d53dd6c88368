import type { Page } from 'playwright-core';
import { signIn, TestBrowser } from '../support/browser/chromium';
import { waitForIdle } from '../support/browser/pages';
import { pathInWorld, readWorld } from '../support/browser/world';
import { firstOf } from '../support/first-of';
import { owner } from '../support/owner';
import type { BodyOf } from '../support/wire-types';

const world = readWorld();
const browser = new TestBrowser();
let page: Page;

beforeAll(async () => {
  await browser.start();
  page = await browser.open();
});
afterEach(() => expect(browser.takeErrors()).toEqual([]));
afterAll(() => browser.stop());

const at = pathInWorld(world);

async function callApi<const Path extends string>(path: Path, key = owner.apiKey) {
  const headers = { authorization: `Bearer ${key}`, 'x-workspace-id': world.workspaceId };
  const response = await fetch(world.url + path, { headers });
  return { status: response.status, body: (await response.json()) as BodyOf<'GET', Path> };
}

/** Slices a text by code points, as the API counts. */
const slice = (text: string, start: number, end: number) => [...text].slice(start, end).join('');

it('opens a deep link after signing in', async () => {
  await page.goto(at('conversations?filter=issue_count%20%3E%200'));
  await signIn(page);

  await page.getByRole('heading', { name: 'Conversations' }).waitFor();
  expect(new URL(page.url()).searchParams.get('filter')).toBe('issue_count > 0');
});

it('shows a filter error at its position, and the numbers once it is fixed', async () => {
  await page.goto('/');
  await page.waitForURL(/\/overview$/);
  const box = page.getByLabel('Filter by messages');
  await box.fill('role = robot');
  await page.getByRole('button', { name: 'Apply' }).click();

  await page.getByText('not "robot"').waitFor();
  expect(await page.locator('mark').textContent()).toBe('robot');
  expect(await box.getAttribute('aria-invalid')).toBe('true');

  await page.getByText('30 days').click();
  await box.fill('role = assistant');
  await box.press('Enter');
  await page.getByRole('region', { name: 'Issue rate over time' }).locator('canvas').waitFor();
  expect(await page.getByText('not "robot"').count()).toBe(0);
  const { searchParams } = new URL(page.url());
  expect([searchParams.get('range'), searchParams.get('filter')]).toEqual(['30d', 'role = assistant']);
});

it('finds a flagged conversation and marks the exact characters after emoji, right-to-left text and CRLF', async () => {
  const { body } = await callApi(`/v1/conversations/${world.flaggedId}`);
  const annotations = body.evaluations.flatMap((evaluation) => evaluation.annotations);
  const annotation = firstOf(annotations.filter(({ text }) => text.includes('5')));
  const part = firstOf(body.messages.at(-1)?.parts ?? []);
  if (part.type !== 'text') throw new Error(`a part of type ${part.type}`);
  const { content } = part;
  await page.goto(at('conversations'));
  await page.getByLabel('Filter by messages').fill('issue_count > 0');
  await page.getByLabel('Filter by messages').press('Enter');
  await page.getByRole('link', { name: 'When does order 1042 ship? 🚲' }).click();

  const first = page.locator('[data-segment]', { hasText: '5' }).first();
  await first.click();
  await page.locator('[data-selected="true"]').first().waitFor();
  const marked = await page.evaluate<{ before: string; text: string }>(`(() => {
    const marks = [...document.querySelectorAll('[data-segment][data-selected="true"]')];
    let before = '';
    for (let node = marks[0].previousSibling; node; node = node.previousSibling) before = node.textContent + before;
    return { before, text: marks.map((mark) => mark.textContent).join('') };
  })()`);
  expect(marked).toEqual({
    before: slice(content, 0, annotation.start_offset),
    text: slice(content, annotation.start_offset, annotation.end_offset),
  });
  expect(marked.text).toBe(annotation.text);

  await first.hover();
  const tooltip = await page.getByRole('tooltip').textContent();
  expect(tooltip).toContain(annotation.label.replaceAll('_', ' '));
  expect(tooltip).toContain(annotation.explanation);

  await page.getByRole('button', { name: 'Show evidence' }).click();
  expect(await page.locator('[data-place]').first().textContent()).toContain('3 May');
});

it('starts an experiment with selected conversations, watches it end and compares it', async () => {
  await page.goto(at('conversations?filter=label%20%3D%20fabrication'));
  await page.getByLabel('Select all conversations on this page').click();
  await page.getByRole('button', { name: /^Start experiment with/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('journey');
  await dialog.getByLabel('Model').fill('embedded/extractive');
  await dialog.getByText('Free.').waitFor();
  await dialog.getByRole('button', { name: 'Try on one conversation' }).click();
  const trial = dialog.getByRole('region', { name: 'Trial' });
  await trial.getByText('The first conversation, for $0.00.').waitFor();
  await trial.getByText('extractive', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Start experiment' }).click();
  await page.waitForURL(/\/experiments\/[0-9a-f-]{36}$/);

  // The page polls; no reload is needed.
  await page.locator('header').getByText('completed', { exact: true }).waitFor();
  const progress = page.getByRole('progressbar');
  expect(await progress.getAttribute('aria-valuenow')).toBe(await progress.getAttribute('aria-valuemax'));

  await page.getByRole('button', { name: 'Compare…' }).click();
  const picker = page.getByRole('dialog');
  const originalLink = picker.getByRole('link', { name: 'original replies' });
  const olderButton = picker.getByRole('button', { name: 'Search older experiments' });
  // Tests in other files have started experiments since.
  while (!(await originalLink.isVisible())) {
    await originalLink.or(olderButton).first().waitFor();
    if (await olderButton.isVisible()) await olderButton.click();
  }
  await originalLink.click();
  await page.getByRole('heading', { name: 'original replies and journey' }).waitFor();
  await waitForIdle(page);
  expect(await page.locator('main').textContent()).toMatch(/p = |p-value|interval/i);
});

it('creates an API key, shows it once, calls the API with it, and revokes it', async () => {
  await page.goto(at('settings?tab=api-keys'));
  await page.getByRole('button', { name: 'New API key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Expires after (days)').fill('1000');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.locator('[aria-invalid="true"]').first().waitFor();
  await dialog.getByLabel('Name').fill('of the journey');
  await dialog.getByLabel('Expires after (days)').fill('7');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const shown = page.getByRole('alertdialog');
  const key = (await shown.locator('code').textContent()) ?? '';

  expect(key).toMatch(/^assay_ws_[0-9A-Za-z]{40}$/);
  expect((await callApi('/v1/conversations?limit=1', key)).status).toBe(200);
  await shown.getByRole('button', { name: 'I have copied it' }).click();
  await shown.waitFor({ state: 'detached' });
  expect(await page.content()).not.toContain(key);

  await page.getByRole('button', { name: 'Revoke API key of the journey' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await page
    .getByRole('row', { name: /of the journey/ })
    .getByText('revoked')
    .waitFor();
  expect((await callApi('/v1/conversations?limit=1', key)).status).toBe(401);
});

it('signs out, and requires signing in again', async () => {
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Password').waitFor();

  await page.goto(at('overview'));
  await page.waitForURL(/\/sign-in\?to=/);
});
