import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { packageRoot } from '../../src/platform/package-root';
import { findViolations } from '../support/browser/axe';
import { TestBrowser } from '../support/browser/chromium';
import { waitForIdle } from '../support/browser/pages';
import { readWorld } from '../support/browser/world';
import { worldApi } from '../support/browser/world-api';
import { eventually } from '../support/eventually';
import { exportOfScope, jsonSpan } from '../support/otlp-spans';

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

it.each([
  ['overview', 'No messages in this period'],
  ['conversations', 'No conversations yet'],
])('the empty %s shows how to send traces, and leads to the ingestion page', async (path, title) => {
  await open(path);
  await page.getByText(title).waitFor();

  await snippet(`OTEL_EXPORTER_OTLP_ENDPOINT=${new URL(page.url()).origin}`).waitFor();
  await snippet('OpenAIAgentsInstrumentor').waitFor();
  expect(await look(`${path}-empty`)).toEqual([]);

  await page.getByRole('link', { name: 'Check ingestion' }).press('Enter');
  await page.getByRole('heading', { name: 'Ingestion' }).waitFor();
  await page.getByText('No traces have arrived').waitFor();
});

it('fills in a new key, with which the exporter can send', async () => {
  await open('ingestion');
  await snippet('Bearer%20YOUR_API_KEY').waitFor();

  await page.getByRole('button', { name: 'Create key' }).press('Enter');
  await snippet('Bearer%20assay_ws_').waitFor();

  await page.getByText('The key is shown only once').waitFor();
  expect(await page.getByRole('button', { name: 'Create key' }).count()).toBe(0);
  const [, key] = /Bearer%20([^"]+)"/.exec((await snippet('Bearer%20').textContent()) ?? '') ?? [];
  const response = await fetch(`${world.url}/v1/traces`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(response.status).toBe(200);
});

it('shows the code of another SDK, chosen by keyboard', async () => {
  await open('ingestion');
  await page.getByRole('button', { name: /SDK/ }).press('Enter');
  await page.getByRole('option', { name: 'Langfuse' }).press('Enter');

  await snippet('LANGFUSE_SECRET_KEY').waitFor();
  await snippet(`ASSAY_WORKSPACE_ID=${workspaceId}`).waitFor();
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
