import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { packageRoot } from '../../src/platform/package-root';
import { findViolations } from '../support/browser/axe';
import { TestBrowser } from '../support/browser/chromium';
import { waitForFocus, waitForIdle } from '../support/browser/pages';
import { readWorld } from '../support/browser/world';
import { type CallWorld, worldApi } from '../support/browser/world-api';

const screenshots = join(packageRoot, 'test-results/screenshots');
const NARROW = { width: 390, height: 844 };
const PARALLEL = 10;
/** Replies that the embedded evaluator scores 0.005, 0.58 and 0.64; it flags the last two, and only the last is wrong. */
const replies = [
  { count: 200, text: 'The Harrow Bridge was opened in 1887.' },
  { count: 40, text: 'In 1889.' },
  { count: 60, text: 'The Harrow Bridge was opened in 1889.' },
];
const NEEDED = 300;

const world = readWorld();
const browser = new TestBrowser();
let workspaceId: string;
let call: CallWorld;
let queueId: string;
/** Findings that reviewers confirm, by message. */
const rightFindings = new Map<string, string>();

beforeAll(async () => {
  mkdirSync(screenshots, { recursive: true });
  await browser.start();
  workspaceId = (await worldApi(world)('POST', '/v1/workspaces', { name: 'Calibrated' })).id;
  call = worldApi({ ...world, workspaceId });
  const texts = replies.flatMap(({ count, text }) => Array.from({ length: count }, () => text));
  await inBatches(texts, (text) =>
    call('POST', '/v1/evaluate', {
      messages: [
        { role: 'system', content: 'Answer from the passage: The Harrow Bridge was opened in 1887.' },
        { role: 'user', content: 'When was the Harrow Bridge opened?' },
        { role: 'assistant', content: text },
      ],
    }),
  );
  const sample = { filter: 'role = assistant', size: NEEDED, seed: 'audit' };
  queueId = (await call('POST', '/v1/review-queues', { name: 'Audit', source: { sample } })).id;
  await findRightFindings();
});
afterEach(() => expect(browser.takeErrors()).toEqual([]));
afterAll(() => browser.stop());

async function inBatches<Item>(
  items: readonly Item[],
  send: (item: Item) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < items.length; start += PARALLEL)
    await Promise.all(items.slice(start, start + PARALLEL).map(send));
}

/** Reviewers reject the finding in the short reply, whose score is lower. */
async function findRightFindings(): Promise<void> {
  for (let cursor: string | null = ''; cursor !== null; ) {
    const after: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const page = await call('GET', `/v1/findings?limit=100${after}`);
    for (const { id, message_id: messageId, start_offset: start } of page.items)
      if (start > 20) rightFindings.set(messageId, id);
    cursor = page.next_page_cursor;
  }
}

/** Completes the next items of the sample. */
async function review(count: number): Promise<void> {
  for (let left = count; left > 0; left -= 50) {
    const { items } = await call('POST', `/v1/review-queues/${queueId}/claim`, { limit: Math.min(left, 50) });
    await inBatches(items, ({ id, message_id: messageId, lease }) => {
      const findingId = rightFindings.get(messageId);
      return call('POST', `/v1/review-queues/${queueId}/items/${id}/complete`, {
        lease_id: lease.lease_id,
        epoch: lease.epoch,
        verdict: findingId === undefined ? 'clean' : 'has_issue',
        findings: findingId === undefined ? [] : [{ finding_id: findingId, verdict: 'confirmed' }],
      });
    });
  }
}

async function open(): Promise<Page> {
  const page = await browser.openSignedIn({ reducedMotion: 'reduce' });
  await page.goto(`/w/${workspaceId}/settings?tab=calibration`);
  await waitForIdle(page);
  return page;
}

/** Draws the whole page in both widths; returns what is wrong. */
async function look(page: Page, name: string): Promise<string[]> {
  const wide = page.viewportSize();
  const problems: string[] = [];
  for (const [size, viewport] of [
    ['wide', wide],
    ['narrow', NARROW],
  ] as const) {
    if (viewport !== null) await page.setViewportSize(viewport);
    await page.screenshot({ path: join(screenshots, `calibration-${name}-${size}.png`), fullPage: true });
    problems.push(...(await findViolations(page)));
    const overflow = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
    if (overflow > 0) problems.push(`${overflow} px too wide`);
  }
  if (wide !== null) await page.setViewportSize(wide);
  return problems;
}

const listCalibrations = async () => (await call('GET', '/v1/calibrations')).items;

it('says how many reviews are missing, and fits nothing before', async () => {
  await review(NEEDED - 10);
  const page = await open();

  const fit = page.getByRole('button', { name: 'Fit calibration' });
  const progress = page.getByRole('progressbar', { name: 'Reviewed replies' });
  expect(await progress.getAttribute('aria-valuetext')).toBe('290 of 300');
  expect(await fit.isDisabled()).toBe(true);
  const reasonId = await fit.getAttribute('aria-describedby');
  const reason = await page.locator(`[id="${reasonId}"]`).textContent();
  expect(reason).toContain('Review 10 more replies to fit a calibration.');
  await page.getByText('No calibration yet').waitFor();
  expect(await look(page, 'missing')).toEqual([]);
  expect(await listCalibrations()).toEqual([]);
  await page.context().close();
});

it('fits, shows the effect of a preference before it is saved, activates and deactivates, all by keyboard', async () => {
  await review(10);
  const page = await open();
  const press = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  /** Confirms the open dialog, which has the focus on its harmless button. */
  const confirm = async () => {
    const dialog = page.getByRole('alertdialog');
    await waitForFocus(dialog);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
  };

  await press('Fit calibration');
  const version = page.getByRole('region', { name: 'Version 1' });
  await version.getByText('Off', { exact: true }).waitFor();
  const [fitted] = await listCalibrations();
  expect(fitted).toMatchObject({ version: 1, activation: null, reviewed_count: NEEDED });
  const bins = page.getByRole('table', { name: 'Score of replies: predicted and observed' }).getByRole('row');
  expect(await bins.count()).toBe(1 + (fitted?.score.reliability.length ?? 0));
  const { raw = 0 } = fitted?.score.calibration_error ?? {};
  await version
    .getByText(`Calibration error ${Number((100 * raw).toFixed(1))} points before and 0 points after`)
    .waitFor();

  const effect = page.getByRole('table', { name: 'Effect of the threshold' });
  const clean = effect.getByRole('row', { name: /^Clean replies/ });
  await clean.waitFor();
  expect(await clean.textContent()).toBe('Clean replies16.7%0.0%0.0% to 1.6%240');
  expect(await effect.getByRole('row', { name: /^Replies with an issue/ }).textContent()).toContain('100.0%');
  const preference = page.getByLabel('Clean replies flagged, at most (%)');
  const activate = page.getByRole('button', { name: 'Activate', exact: true });
  await preference.focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('abc');
  await page.getByText('Enter a percentage above 0 and below 100').waitFor();
  expect(await activate.isDisabled()).toBe(true);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('0.4');
  await page.getByRole('alert').filter({ hasText: 'a threshold needs 249 reviewed clean replies' }).waitFor();
  expect(await activate.isDisabled()).toBe(true);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('5');
  await clean.waitFor();
  expect(await look(page, 'fitted')).toEqual([]);
  // Shown, and not saved.
  expect((await listCalibrations())[0]).toMatchObject({ activation: null });

  await press('Activate');
  await page.getByRole('alertdialog').waitFor();
  expect(await look(page, 'confirm')).toEqual([]);
  await confirm();
  await version.getByText('On', { exact: true }).waitFor();
  const [active] = await listCalibrations();
  expect(active).toMatchObject({ is_applied: true, activation: { max_flagged_clean_share: 0.05 } });
  expect(await look(page, 'active')).toEqual([]);

  await press('Deactivate');
  await confirm();
  await version.getByText('Off', { exact: true }).waitFor();
  expect((await listCalibrations())[0]).toMatchObject({ activation: null });
  await page.context().close();
});

it('shows a stale version, and that it is not applied', async () => {
  const [{ id } = { id: '' }] = await listCalibrations();
  await call('POST', `/v1/calibrations/${id}/activate`, {});
  const { labels } = await call('GET', '/v1/issue-config');
  await call('PUT', '/v1/issue-config', { labels, domain_context: 'Bridges.' });
  const page = await open();

  await page.getByText('Since then, the labels changed, so it is not applied.').waitFor();
  const version = page.getByRole('region', { name: 'Version 1' });
  await version.getByText('On, not applied: stale').waitFor();
  expect(await page.getByLabel('Clean replies flagged, at most (%)').inputValue()).toBe('');
  await page.getByText('The threshold of the evaluator holds. Values are calibrated.').waitFor();
  expect(await version.getByRole('button', { name: 'Save threshold' }).count()).toBe(0);
  expect(await version.getByRole('button', { name: 'Deactivate' }).count()).toBe(1);
  // The reviews are of verdicts with the earlier labels.
  const progress = page.getByRole('progressbar', { name: 'Reviewed replies' });
  expect(await progress.getAttribute('aria-valuetext')).toBe('0 of 300');
  expect(await look(page, 'stale')).toEqual([]);
  await page.context().close();
});

it('lets viewers see everything and change nothing', async () => {
  const account = { email: 'vera@example.test', name: 'Vera', password: 'a long enough password' };
  const invitation = { email: account.email, role: 'viewer' };
  const { token } = await call('POST', `/v1/workspaces/${workspaceId}/invitations`, invitation);
  await call('POST', '/v1/invitations/accept', { token, account });
  const page = await browser.open({ reducedMotion: 'reduce' });
  await page.goto(`/sign-in?to=${encodeURIComponent(`/w/${workspaceId}/settings?tab=calibration`)}`);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await page.getByRole('button', { name: 'Sign in' }).click();

  await page.getByText('Only admins fit and activate calibrations.').waitFor();
  await page.getByLabel('Clean replies flagged, at most (%)').fill('5');
  await page.getByRole('table', { name: 'Effect of the threshold' }).waitFor();
  await page.getByRole('table', { name: 'Score of replies: predicted and observed' }).waitFor();
  for (const name of ['Fit calibration', 'Activate', 'Save threshold', 'Deactivate'])
    expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
  expect(await look(page, 'viewer')).toEqual([]);
  await page.context().close();
});
