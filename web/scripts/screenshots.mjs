// Draws every page in light and dark, wide and narrow, into test-results/screenshots, and reports what the console says.
//   node web/scripts/screenshots.mjs <address> <e-mail> <password> [part of a page's name …]
import { mkdirSync } from 'node:fs';
import { chromium } from 'playwright-core';

const [address, email, password, ...wanted] = process.argv.slice(2);
const folder = 'test-results/screenshots';
const sizes = { wide: { width: 1280, height: 800 }, narrow: { width: 390, height: 844 } };

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
mkdirSync(folder, { recursive: true });
try {
  for (const theme of ['light', 'dark']) await draw(theme);
} finally {
  await browser.close();
}

async function draw(theme) {
  const context = await browser.newContext({ colorScheme: theme, viewport: sizes.wide });
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      console.log(`${theme}: ${message.text()}`);
  });
  page.on('pageerror', (error) => console.log(`${theme}: ${error.stack}`));
  await page.goto(`${address}/sign-in`);
  await page.getByLabel('Password').waitFor();
  await shoot(page, theme, 'sign-in');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/w\//);
  const workspaceId = /\/w\/([^/]+)/.exec(page.url())[1];
  for (const { name, path, act } of await pagesOf(page, workspaceId)) {
    if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
    await page.goto(`${address}/w/${workspaceId}/${path}`);
    await settle(page);
    await act?.(page);
    await shoot(page, theme, name);
  }
  await context.close();
}

/** The pages, with one of each thing that the workspace holds. */
async function pagesOf(page, workspaceId) {
  const get = async (path) =>
    (await page.request.get(address + path, { headers: { 'x-workspace-id': workspaceId } })).json();
  const conversations = (await get('/v1/conversations?limit=100')).items;
  const details = await Promise.all(
    conversations.slice(0, 60).map(({ id }) => get(`/v1/conversations/${id}`)),
  );
  const annotations = ({ evaluations }) => evaluations.flatMap((evaluation) => evaluation.annotations);
  const flagged = details.find((it) => annotations(it).length > 1) ?? details[0];
  const called = details.find((it) => annotations(it).some(({ tool_name }) => tool_name !== null)) ?? flagged;
  const experiments = (await get('/v1/experiments')).items;
  const runs = (await get('/v1/optimization-runs')).items ?? [];
  const [experiment, other] = experiments;
  return [
    { name: 'overview', path: 'overview' },
    { name: 'conversations', path: 'conversations' },
    { name: 'conversations-empty', path: 'conversations?tag=no%3Asuch' },
    { name: 'conversations-bad-filter', path: 'conversations?filter=label%20%3D%3D%20%22x%22' },
    { name: 'conversation', path: `conversations/${flagged.id}?issue=1`, act: hoverSpan },
    { name: 'conversation-call', path: `conversations/${called.id}?issue=1`, act: showEvidence },
    { name: 'conversation-delete', path: `conversations/${flagged.id}`, act: askToDelete },
    { name: 'conversation-missing', path: `conversations/${workspaceId}` },
    { name: 'experiments', path: 'experiments' },
    { name: 'experiment-create-nothing', path: 'experiments?create=1' },
    ...(experiment === undefined ? [] : experimentPages(experiment)),
    ...(other === undefined
      ? []
      : [{ name: 'compare', path: `experiments/${experiment.id}/compare/${other.id}` }]),
    { name: 'optimization-runs', path: 'optimization-runs' },
    ...runs.slice(0, 1).map(({ id }) => ({ name: 'optimization-run', path: `optimization-runs/${id}` })),
    { name: 'overview-bad-filter', path: 'overview?filter=role%20%3D%20robot' },
    { name: 'overview-table', path: 'overview?range=30d&view=table' },
    ...['api-keys', 'members', 'issue-config', 'evaluators', 'workspace'].map((tab) => ({
      name: `settings-${tab}`,
      path: `settings?tab=${tab}`,
    })),
    { name: 'not-found', path: 'no-such-page' },
  ];
}

function experimentPages({ id }) {
  return [
    { name: 'experiment', path: `experiments/${id}` },
    { name: 'experiment-items', path: `experiments/${id}?tab=items` },
    { name: 'experiment-item', path: `experiments/${id}?tab=items`, act: openItem },
    { name: 'experiment-settings', path: `experiments/${id}?tab=settings` },
    { name: 'experiment-again', path: `experiments/${id}?do=again` },
    { name: 'experiment-compare', path: `experiments/${id}?do=compare` },
  ];
}

async function openItem(page) {
  await page
    .locator('tbody th button')
    .first()
    .click({ timeout: 5000 })
    .catch(() => {});
  await settle(page);
}

async function hoverSpan(page) {
  await page
    .locator('[data-segment]')
    .first()
    .hover({ timeout: 5000 })
    .catch(() => {});
}

async function showEvidence(page) {
  await page
    .getByRole('button', { name: 'Show evidence' })
    .click({ timeout: 5000 })
    .catch(() => {});
  await page.waitForTimeout(500);
}

async function askToDelete(page) {
  await page
    .getByRole('button', { name: 'Delete' })
    .click({ timeout: 5000 })
    .catch(() => {});
}

async function settle(page) {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(300);
}

async function shoot(page, theme, name) {
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    await page.waitForTimeout(150);
    await page.screenshot({ path: `${folder}/${name}-${size}-${theme}.png` });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (overflow > 0) console.log(`${name} ${size}: the page is ${overflow} px too wide`);
  }
  await page.setViewportSize(sizes.wide);
}
