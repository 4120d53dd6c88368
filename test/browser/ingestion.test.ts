import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { packageRoot } from '../../src/platform/package-root';
import { findViolations } from '../support/browser/axe';
import { TestBrowser } from '../support/browser/chromium';
import { waitForIdle } from '../support/browser/pages';
import { UserTime } from '../support/browser/user-time';
import { readWorld } from '../support/browser/world';
import { worldApi } from '../support/browser/world-api';
import { eventually } from '../support/eventually';
import { exportOfScope, jsonSpan } from '../support/otlp-spans';
import { owner } from '../support/owner';

const screenshots = join(packageRoot, 'test-results/screenshots');
const world = readWorld();
const browser = new TestBrowser();
let page: Page;
let workspaceId: string;

beforeAll(async () => {
  mkdirSync(screenshots, { recursive: true });
  await browser.start();
});
beforeEach(async () => {
  page = await browser.openSignedIn({ reducedMotion: 'reduce' });
  ({ id: workspaceId } = await worldApi(world)('POST', '/v1/workspaces', { name: 'Traced' }));
});
afterEach(async () => {
  await page.context().close();
  expect(browser.takeErrors()).toEqual([]);
});
afterAll(() => browser.stop());

async function open(path: string): Promise<void> {
  await page.goto(`/w/${workspaceId}/${path}`);
  await waitForIdle(page);
}

/** What is wrong with the page at 390 px, and with the wide one. */
async function look(name: string): Promise<unknown[]> {
  const problems: unknown[] = [];
  for (const [size, width] of [['wide', 1280] as const, ['narrow', 390] as const]) {
    await page.setViewportSize({ width, height: 844 });
    await page.screenshot({ path: join(screenshots, `${name}-${size}-light.png`), fullPage: true });
    problems.push(...(await findViolations(page)));
    const overflow = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
    if (overflow > 0) problems.push(`${overflow} px too wide for ${width} px`);
  }
  return problems;
}

const snippet = (text: string) => page.locator('pre', { hasText: text });

it('leads from any empty page to how to send the first conversation', async () => {
  await open('conversations');
  await page.getByText('No conversations yet').waitFor();
  await page.getByRole('link', { name: 'Check ingestion' }).waitFor();

  await page.getByRole('link', { name: 'Send the first one' }).press('Enter');

  await page.getByRole('heading', { name: 'Send your first conversation' }).waitFor();
  await snippet('pip install openai').waitFor();
  await snippet(`OTEL_EXPORTER_OTLP_ENDPOINT=${new URL(page.url()).origin}`).waitFor();
  await snippet('using_session("chat-1")').waitFor();
  expect(await look('overview-empty')).toEqual([]);

  await page.getByRole('button', { name: 'Evaluator' }).click();
  const guide = await page.getByRole('link', { name: 'Read more' }).getAttribute('href');
  await page.goto(guide ?? '');
  await page.getByRole('heading', { name: 'The embedded evaluator' }).waitFor();
  expect(await look('guide')).toEqual([]);
});

it('shows the program of another client, chosen by keyboard', async () => {
  await open('ingestion');
  await page.getByText('No traces have arrived').waitFor();
  await snippet('Bearer%20YOUR_API_KEY').waitFor();
  await page.getByRole('button', { name: /Client/ }).press('Enter');
  await page.getByRole('option', { name: 'Langfuse' }).press('Enter');

  await snippet('LANGFUSE_SECRET_KEY').waitFor();
  await snippet(`ASSAY_WORKSPACE_ID=${workspaceId}`).waitFor();
});

it('loads sample data, says so on every page, and deletes it with one click', async () => {
  await open('overview');
  await page.getByRole('button', { name: 'Load sample data' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  const notice = page.getByText(/^This workspace has \d+ sample conversations/);
  await notice.waitFor();
  await page.locator('canvas').first().waitFor();
  expect(await look('overview-sample')).toEqual([]);
  await open('findings');
  await page.getByRole('table').getByText('EUR').first().waitFor();

  await page.getByRole('button', { name: 'Delete sample data' }).click();
  await notice.waitFor({ state: 'detached' });
  await open('overview');
  await page.getByRole('heading', { name: 'Send your first conversation' }).waitFor();
});

it('leads from the sign-in to a judged finding in under two minutes', async () => {
  const watch = new UserTime();
  const visitor = await browser.open({ reducedMotion: 'reduce' });
  await visitor.goto(`/w/${workspaceId}/overview`);
  await watch.type(visitor.getByLabel('Email'), owner.email);
  await watch.type(visitor.getByLabel('Password'), owner.password);
  await watch.click(visitor.getByRole('button', { name: 'Sign in' }));
  await visitor.getByRole('heading', { name: 'Send your first conversation' }).waitFor();
  await visitor.getByRole('button', { name: 'Create key' }).waitFor();
  await watch.read(visitor.locator('main'));
  await watch.click(visitor.getByRole('button', { name: 'Create key' }));
  await watch.click(visitor.getByRole('button', { name: /Client/ }));
  await watch.click(visitor.getByRole('option', { name: 'curl' }));
  const shown = visitor.locator('pre');
  await shown.filter({ hasText: 'ASSAY_API_KEY=assay_ws_' }).waitFor();
  const script = (await shown.allTextContents()).join('\n');
  await watch.click(visitor.getByRole('button', { name: 'Copy Environment' }));
  await watch.click(visitor.getByRole('button', { name: 'Copy Command' }));
  watch.paste(2);
  await visitor.getByText('Waiting for the first conversation.').waitFor();

  await promisify(execFile)('bash', ['-euc', script]);

  const arrival = visitor.getByText('The first conversation has arrived: 1 issue found.');
  await arrival.waitFor();
  await watch.read(arrival);
  await watch.click(visitor.getByRole('link', { name: 'Open conversation' }));
  await visitor.locator('[data-segment]', { hasText: '5 May' }).waitFor();
  expect(watch.seconds()).toBeLessThan(120);
  const { online_evaluation: online } = await worldApi(world)('GET', `/v1/workspaces/${workspaceId}`);
  expect(online).toEqual({ enabled: true, sample_rate: 1 });
  await visitor.context().close();
});

it('shows what arrived, what was ignored and what to change', async () => {
  const ids = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), startMs: 1000 };
  const span = jsonSpan(ids, { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm' });
  const call = worldApi({ ...world, workspaceId });
  await call('POST', '/v1/traces', exportOfScope({ name: 'openlit', version: '1.2.3' }, span));
  await eventually(async () => (await call('GET', '/v1/ingestion/status')).sources.length === 1);

  await open('ingestion');

  await page.getByText('Set capture_message_content=True of openlit.init.').waitFor();
  const row = page.getByRole('table', { name: 'Sources' }).getByRole('row', { name: /openlit/ });
  expect(await row.textContent()).toMatch(/1\.2\.3.*gen_ai.*1 without content/);
  expect(await look('ingestion-no-content')).toEqual([]);
});

it('labels a reply without recorded content as not judgeable, with the reason', async () => {
  const call = worldApi({ ...world, workspaceId });
  const { conversation_id: id } = await call('POST', '/v1/detect-hallucinations', {
    messages: [
      { role: 'user', content: 'The tower was built in 1887. When was it built?' },
      { role: 'assistant', content: '' },
    ],
  });

  await open(`conversations/${id}`);

  await page.getByText('Not judgeable: no text').waitFor();
  expect(await page.getByText('0 issues').count()).toBe(0);
});
