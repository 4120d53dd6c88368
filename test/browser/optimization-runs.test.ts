import type { Locator, Page } from 'playwright-core';
import { TestBrowser } from '../support/browser/chromium';
import { waitForIdle } from '../support/browser/pages';
import { readWorld } from '../support/browser/world';
import { worldApi } from '../support/browser/world-api';
import { eventually } from '../support/eventually';
import { firstOf } from '../support/first-of';
import type { Schemas } from '../support/wire-types';

const world = readWorld();
const call = worldApi(world);
const runPath = `/v1/optimization-runs/${world.runId}` as const;
const browser = new TestBrowser();
let page: Page;

beforeAll(async () => {
  await browser.start();
  page = await browser.openSignedIn({ reducedMotion: 'reduce' });
});
afterEach(() => expect(browser.takeErrors()).toEqual([]));
afterAll(() => browser.stop());

async function openRun(id: string): Promise<void> {
  await page.goto(`/w/${world.workspaceId}/optimization-runs/${id}`);
  await waitForIdle(page);
}

const timeline = () => page.locator('section', { has: page.getByRole('heading', { name: 'Timeline' }) });
const rowOf = (name: string | RegExp) => page.getByRole('row', { name });

async function listCandidates(): Promise<Schemas['Candidate'][]> {
  return (await call('GET', `${runPath}/candidates`)).items;
}

/** Returns the text of all elements of a kind in a diff. */
async function marked(diff: Locator, element: 'ins' | 'del'): Promise<string> {
  return (await diff.locator(element).allTextContents()).join('');
}

/** Formats an end of an interval like the table. */
function signed(end: number): string {
  const size = Math.abs(end).toLocaleString('en', { maximumFractionDigits: 1 });
  return `${size === '0' ? '' : end > 0 ? '+' : '−'}${size} tokens`;
}

it('lists the events of a run in order: creation, both leases, end', async () => {
  await openRun(world.runId);

  expect(await timeline().getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^Created\s+By /),
    expect.stringMatching(/^Lease 1 started\s+Claimed by first-runner/),
    expect.stringMatching(/^Lease 1 ended: failed\s+model error: The provider .*; 1 agent turn/),
    expect.stringMatching(/^Ready for a runner/),
    expect.stringMatching(/^Lease 2 started\s+Claimed by second-runner/),
    expect.stringMatching(/^Lease 2 ended: completed\s+2 agent turns/),
    expect.stringMatching(/^Run completed/),
  ]);
});

it('shows each candidate with its decision, interval and constraint as returned by the API', async () => {
  const candidates = await listCandidates();
  await openRun(world.runId);
  const rows = page.getByRole('region', { name: 'Candidates' }).locator('tbody tr');

  expect(await rows.count()).toBe(1 + candidates.length);
  expect(await rows.first().getByRole('rowheader').innerText()).toBe('Baseline');
  for (const { note, assessment } of candidates) {
    if (assessment === null) throw new Error('a candidate was not assessed');
    const { verdict, objective, constraints } = assessment;
    const cells = await rowOf(new RegExp(String(note)))
      .getByRole('cell')
      .allInnerTexts();
    expect(cells[0]).toBe(verdict.replaceAll('_', ' '));
    expect(cells[1]).toContain(
      `${objective.candidate?.toLocaleString('en', { maximumFractionDigits: 1 })} tokens`,
    );
    expect(cells[2]).toContain(
      `${signed(Number(objective.interval_low))} to ${signed(Number(objective.interval_high))}`,
    );
    expect(cells[3]).toContain(constraints[0]?.is_met ? 'Met' : 'Violated');
  }
  expect(new Set(candidates.map(({ assessment }) => assessment?.verdict)).size).toBeGreaterThan(1);
});

it('names the winner, and shows the difference between its prompt and the original one', async () => {
  const { best_candidate_id: bestId, conversation_ids: conversationIds } = await call('GET', runPath);
  const winner = (await listCandidates()).find(({ id }) => id === bestId);
  const { messages } = await call('GET', `/v1/conversations/${conversationIds[0]}`);
  const original = firstOf(firstOf(messages.filter(({ role }) => role === 'system')).parts);
  if (original.type !== 'text') throw new Error('the system prompt is not text');
  await openRun(world.runId);

  await page.getByText('Winner found.').waitFor();
  expect(await page.getByRole('rowheader').filter({ hasText: 'Winner' }).innerText()).toContain(winner?.note);
  const prompt = page.locator('section', {
    has: page.getByRole('heading', { name: 'Prompt of the winner' }),
  });
  const diff = prompt.locator('p', { has: page.locator('ins') });
  const whole = (await diff.textContent()) ?? '';
  const [added, removed] = [await marked(diff, 'ins'), await marked(diff, 'del')];
  expect(added.length + removed.length).toBeGreaterThan(0);
  const sent = winner?.system_prompt?.replace('{{system_prompt}}', () => original.content) ?? '';
  expect(whole.length).toBe(sent.length + removed.length);
  expect(whole.length).toBe(original.content.length + added.length);
});

it('shows the prompt of another candidate when selected, and holds it in the URL', async () => {
  const other = (await listCandidates()).find(({ assessment }) => assessment?.verdict !== 'better');
  await openRun(world.runId);

  await page.getByRole('button', { name: other?.note ?? '', exact: true }).click();
  await page.getByRole('heading', { name: `Prompt of “${other?.note}”` }).waitFor();

  expect(new URL(page.url()).searchParams.get('candidate')).toBe(other?.id);
  await rowOf(new RegExp(other?.note ?? ''))
    .getByRole('link', { name: 'comparison' })
    .click();
  await page.waitForURL(new RegExp(`/compare/${other?.experiment_id}$`));
});

it('shows whether a runner is connected to a run that waits, and the command with a key', async () => {
  await openRun(world.openRunId);
  const runner = page.getByRole('region', { name: 'Runner' });
  // The runners of other tests count for some seconds.
  await runner.getByText(/^No runner is connected|^\d+ runners? connected/).waitFor();
  await runner.getByRole('button', { name: 'Create key' }).click();
  await runner.getByText(`export ASSAY_URL=${world.url}`).waitFor();
  await runner.getByText('export ASSAY_API_KEY=assay_ws_').waitFor();
});

it('cancels a new run after a confirmation, and updates until it has ended', async () => {
  const { conversation_ids: conversationIds } = await call('GET', runPath);
  const { id } = await call('POST', '/v1/optimization-runs', {
    name: 'cancelled in its page',
    model: 'embedded/extractive',
    conversation_ids: conversationIds.slice(0, 2),
    objective: { metric: 'issue_rate', direction: 'minimize' },
  });
  await openRun(id);
  await timeline().getByText('Waiting for a runner.').waitFor();

  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Go back' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await call('GET', `/v1/optimization-runs/${id}`)).toMatchObject({ status: 'ready' });
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await question.getByRole('button', { name: 'Cancel run' }).click();
  await timeline().getByText('Run cancelled').waitFor();

  expect(await page.getByRole('button', { name: 'Cancel', exact: true }).count()).toBe(0);
  expect(await page.getByText('No candidates proposed').count()).toBe(1);
  const run = await eventually(async () => {
    const found = await call('GET', `/v1/optimization-runs/${id}`);
    return found.completed_at !== null && found;
  });
  expect(run.status).toBe('cancelled');
});
