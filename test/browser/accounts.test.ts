import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { TestBrowser } from '../support/browser/chromium';
import { pathInWorld, readWorld } from '../support/browser/world';

const world = readWorld();
const browser = new TestBrowser();
const PASSWORD = 'a staple of horses, correct';
const NEW_PASSWORD = 'another staple of horses';

let admin: Page;
beforeAll(async () => {
  await browser.start();
  admin = await browser.openSignedIn({ reducedMotion: 'reduce' });
});
afterEach(() => expect(browser.takeErrors()).toEqual([]));
afterAll(() => browser.stop());

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const at = pathInWorld(world);

/** Creates an invitation on the members page and returns the shown link. */
async function invite(email: string): Promise<string> {
  await admin.goto(at('settings?tab=members'));
  await button(admin, 'Invite').click();
  await admin.getByLabel('Email').fill(email);
  await button(admin, 'Create link').click();
  const link = await admin.getByRole('alertdialog').locator('code').textContent();
  await button(admin, 'I have copied it').click();
  return link ?? '';
}

/** Opens a link in a new browser context and creates an account. */
async function join(link: string, email: string): Promise<Page> {
  const page = await browser.open({ reducedMotion: 'reduce' });
  await page.goto(link);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await button(page, 'Create account and accept').click();
  await page.waitForURL(/\/overview/);
  return page;
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await button(page, 'Sign in').click();
}

it('invites a person, who creates an account with the link; the link then stops working', async () => {
  const email = `${randomUUID()}@example.test`;

  const link = await invite('new colleague@example.test'.replace(' ', '-'));
  expect(new URL(link).hash).toMatch(/^#token=assay_inv_/);
  await admin
    .getByRole('table', { name: 'Pending invitations' })
    .getByText('new-colleague@example.test')
    .waitFor();
  const page = await join(link, email);

  await admin.reload();
  await admin.getByRole('table', { name: 'Members' }).getByText(email).waitFor();
  expect(await admin.getByText('new-colleague@example.test').count()).toBe(0);
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByText('The invitation was already accepted.').waitFor();
  expect(browser.takeErrors()).toEqual([expect.stringContaining('409')]);
});

it('lets a person with an account sign in on the page of the invitation and accept', async () => {
  const email = `${randomUUID()}@example.test`;
  const first = await join(await invite(email), email);
  await admin.reload();
  await button(admin, `Remove ${email.split('@')[0]}`).click();
  await button(admin, 'Remove').click();
  await admin.getByRole('alertdialog').waitFor({ state: 'detached' });
  await first.context().clearCookies();
  await first.goto(await invite(email));

  await button(first, 'I have an account').click();
  await signIn(first, email, PASSWORD);
  await button(first, 'Accept invitation').click();

  await first.waitForURL(/\/overview/);
});

it('asks before revoking the keys of a member, and keeps them active on request', async () => {
  await admin.goto(at('settings?tab=members'));
  await button(admin, 'Remove Grace').click();
  const dialog = admin.getByRole('alertdialog');
  await dialog.getByText('nightly import').waitFor();
  const removal = admin.waitForRequest((request) => request.method() === 'DELETE');
  await admin.route('**/members/*', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
  );

  await dialog.getByLabel('Keep these keys active').check();
  await button(admin, 'Remove').click();

  expect(new URL((await removal).url()).search).toBe('?keep_keys=true');
  await dialog.getByRole('alert').waitFor();
  await admin.unroute('**/members/*');
  expect(browser.takeErrors()).toEqual([expect.stringContaining('ERR_FAILED')]);
});

it('changes the password, which ends the other sessions but not this one', async () => {
  const email = `${randomUUID()}@example.test`;
  const page = await join(await invite(email), email);
  const other = await browser.open({ reducedMotion: 'reduce' });
  await other.goto('/sign-in');
  await signIn(other, email, PASSWORD);
  await other.waitForURL(/\/overview/);
  await page.goto(at('account'));
  const rows = page.getByRole('table', { name: 'Sessions' }).locator('tbody tr');
  await rows.nth(1).waitFor();

  await page.getByLabel('Current password').fill('wrong');
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await button(page, 'Change password').click();
  await page.getByText('Wrong password').waitFor();
  await page.getByLabel('Current password').fill(PASSWORD);
  await button(page, 'Change password').click();
  await page.getByText('Password changed.').waitFor();

  await rows.nth(1).waitFor({ state: 'detached' });
  await other.reload();
  await other.waitForURL(/\/sign-in/);
  await signIn(other, email, NEW_PASSWORD);
  await other.waitForURL(/\/overview/);
});

it('lists the sessions, ends one of them and then all others, but not this one', async () => {
  const email = `${randomUUID()}@example.test`;
  const page = await join(await invite(email), email);
  const openSession = async () => {
    const other = await browser.open({ reducedMotion: 'reduce' });
    await other.goto('/sign-in');
    await signIn(other, email, PASSWORD);
    await other.waitForURL(/\/overview/);
    return other;
  };
  const others = [await openSession(), await openSession(), await openSession()];
  await page.goto(at('account'));
  const rows = page.getByRole('table', { name: 'Sessions' }).locator('tbody tr');
  await rows.nth(3).waitFor();
  const current = rows.filter({ hasText: 'This session' });

  expect(await current.count()).toBe(1);
  expect(await current.getByRole('button').count()).toBe(0);
  // Newest first: the first row is the browser that signed in last.
  await rows
    .first()
    .getByRole('button', { name: /^End session from / })
    .click();
  await rows.nth(3).waitFor({ state: 'detached' });
  await others[2]?.reload();
  await others[2]?.waitForURL(/\/sign-in/);
  await others[1]?.reload();
  await others[1]?.waitForURL(/\/overview/);
  await button(page, 'End all other sessions').click();
  await rows.nth(1).waitFor({ state: 'detached' });

  expect(await rows.allTextContents()).toEqual([expect.stringContaining('This session')]);
  for (const other of others.slice(0, 2)) {
    await other.reload();
    await other.waitForURL(/\/sign-in/);
  }
  await page.reload();
  await current.waitFor();
});

it('deletes the account after the password is entered, and opens the sign-in page', async () => {
  const email = `${randomUUID()}@example.test`;
  const page = await join(await invite(email), email);
  await page.goto(at('account'));

  await button(page, 'Delete account').click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await page.waitForURL(/\/sign-in/);
  await signIn(page, email, PASSWORD);

  await page.getByText('Invalid email or password.').waitFor();
});
