import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { findViolations } from '../support/browser/axe';
import { TestBrowser } from '../support/browser/chromium';
import { waitForIdle } from '../support/browser/pages';
import { readWorld } from '../support/browser/world';
import { worldApi } from '../support/browser/world-api';
import { makeConversation } from '../support/builders';

const CONVERSATIONS = 50;

const world = readWorld();
const call = worldApi(world);
const browser = new TestBrowser();
let page: Page;

beforeAll(async () => {
  await browser.start();
  page = await browser.openSignedIn({ reducedMotion: 'reduce' });
});
afterEach(() => expect(browser.takeErrors()).toEqual([]));
afterAll(() => browser.stop());

const button = (name: string, within: Page | Locator = page) =>
  within.getByRole('button', { name, exact: true });

/** Creates a workspace with conversations and opens the dialog that deletes it. */
async function openDeletion(): Promise<{ id: string; name: string; dialog: Locator }> {
  const name = `Leaving ${randomUUID()}`;
  const { id } = await call('POST', '/v1/workspaces', { name });
  const lines = Array.from({ length: CONVERSATIONS }, () => JSON.stringify(makeConversation()));
  const inWorkspace = worldApi({ ...world, workspaceId: id });
  await inWorkspace('POST', '/v1/conversations', lines.join('\n'), 'application/x-ndjson');
  await page.goto(`/w/${id}/settings?tab=workspace`);
  await waitForIdle(page);
  await button('Delete workspace').click();
  const dialog = page.getByRole('alertdialog');
  await dialog.waitFor();
  return { id, name, dialog };
}

it('deletes a workspace after its name is typed, shows the progress and opens another workspace', async () => {
  const { id, name, dialog } = await openDeletion();
  let reads = 0;
  // Deleting so little completes before the first poll, so the first response is replaced by one in progress.
  await page.route(`**/v1/workspaces/${id}/deletion`, async (route) => {
    const response = await route.fetch();
    const progress = await response.json();
    reads += 1;
    const halfway = { status: 'running', deleted_count: 30, total_count: 120, completed_at: null };
    await route.fulfill({ response, json: reads === 1 ? { ...progress, ...halfway } : progress });
  });

  await dialog.getByLabel('Workspace name').fill(name);
  await button('Delete workspace', dialog).click();

  const progress = page.getByRole('dialog', { name: `Deleting “${name}”` });
  await progress.getByRole('progressbar', { name: 'Deleted documents' }).getByText('30 of 120').waitFor();
  await progress.getByText('You can close this page').waitFor();
  const end = page.getByRole('dialog', { name: `Deleted “${name}”` });
  await end.getByText('The workspace was deleted with everything in it.').waitFor();
  const deletion = await call('GET', `/v1/workspaces/${id}/deletion`);
  expect(deletion.status).toBe('completed');
  expect(deletion.deleted_count).toBeGreaterThan(CONVERSATIONS);
  // The worker may remove the mark of a changed hour after the count.
  expect(Math.abs((deletion.total_count ?? 0) - deletion.deleted_count)).toBeLessThan(5);
  expect(await findViolations(page)).toEqual([]);
  await button('Go to the home page', end).click();
  await page.waitForURL(/\/overview/);
  expect(page.url()).not.toContain(id);
  expect(await page.getByRole('button', { name: /Workspace$/ }).textContent()).not.toContain(name);
  const { items } = await call('GET', '/v1/workspaces');
  expect(items.map((workspace: { id: string }) => workspace.id)).not.toContain(id);
});

it('deletes nothing before the whole name is typed, nor after going back', async () => {
  const { id, name, dialog } = await openDeletion();
  const remove = button('Delete workspace', dialog);

  const disabled: boolean[] = [];
  for (const typed of ['', name.slice(0, -1), name.toUpperCase(), name]) {
    await dialog.getByLabel('Workspace name').fill(typed);
    disabled.push(await remove.isDisabled());
  }
  await button('Go back', dialog).click();
  await dialog.waitFor({ state: 'detached' });

  expect(disabled).toEqual([true, true, true, false]);
  expect(await call('GET', `/v1/workspaces/${id}`)).toMatchObject({ id, name });
});

it('shows at the field that the name has changed, and deletes nothing', async () => {
  const { id, name, dialog } = await openDeletion();
  const renamed = `Renamed ${randomUUID()}`;
  await call('PATCH', `/v1/workspaces/${id}`, { name: renamed });

  await dialog.getByLabel('Workspace name').fill(name);
  await button('Delete workspace', dialog).click();

  await dialog.getByText('not the name of the workspace').waitFor();
  expect(await call('GET', `/v1/workspaces/${id}`)).toMatchObject({ name: renamed });
});
