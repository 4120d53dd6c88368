import type { Locator, Page } from 'playwright-core';
import { findFlaws } from '../support/browser/appearance';
import { waitForIdle } from '../support/browser/pages';
import { useBrowser } from '../support/browser/use-browser';
import { pathInWorld, readWorld } from '../support/browser/world';
import { worldApi } from '../support/browser/world-api';
import { eventually } from '../support/eventually';
import { firstOf } from '../support/first-of';

const world = readWorld();
const call = worldApi(world);
const browser = useBrowser();

const at = pathInWorld(world);

describe('replies that are not evaluated', () => {
  it('are counted with the reason, evaluated on request, and online evaluation is turned on', async () => {
    const { id: workspaceId } = await call('POST', '/v1/workspaces', { name: 'Unevaluated' });
    const callThere = worldApi({ ...world, workspaceId });
    const messages = [
      { role: 'system', content: 'The bridge was opened in 1887.' },
      { role: 'user', content: 'When was the bridge opened?' },
      { role: 'assistant', content: 'The bridge was opened in 1889.' },
    ];
    const { id } = await callThere('POST', '/v1/conversations', { messages });
    const page = await browser.openSignedIn();
    await page.goto(`/w/${workspaceId}/conversations/${id}`);
    const notice = page.getByRole('status').filter({ hasText: 'not evaluated' });
    await notice.filter({ hasText: '1 reply is not evaluated: online evaluation is off.' }).waitFor();

    await notice.getByRole('button', { name: 'Turn on' }).click();
    await notice.filter({ hasText: 'before online evaluation was on' }).waitFor();
    await notice.getByRole('button', { name: 'Evaluate these' }).click();
    const dialog = page.getByRole('dialog', { name: 'Evaluate replies' });
    await dialog.getByText('The embedded evaluator costs nothing.').waitFor();
    await dialog.getByRole('button', { name: 'Evaluate', exact: true }).click();

    await page.getByRole('status').filter({ hasText: '1 conversation evaluated.' }).waitFor();
    const { online_evaluation: settings } = await callThere('GET', `/v1/workspaces/${workspaceId}`);
    expect(settings.enabled).toBe(true);
    expect((await callThere('GET', `/v1/conversations/${id}`)).evaluations).toHaveLength(1);
  });
});

describe('the conversations list', () => {
  it('shows the number of issues and their labels; a dash if not evaluated', async () => {
    const page = await browser.openSignedIn();
    await page.goto(at('conversations?filter=label%20%3D%20tool_argument_fabrication'));
    const { items } = await call('GET', '/v1/conversations?filter=label%20%3D%20tool_argument_fabrication');
    const issues = page.locator('tbody tr').first().locator('td').nth(1);

    const { issue_count } = firstOf(items);
    expect(issue_count).toBeGreaterThan(0);
    expect(await issues.textContent()).toContain(String(issue_count));
    expect(await issues.textContent()).toContain('tool argument fabrication');

    await page.goto(at('conversations?search=Message+499'));
    expect(await issues.textContent()).toBe('–');
  });

  it('searches for words, and a conversation links back to the results', async () => {
    const page = await browser.openSignedIn();
    await page.goto(at('conversations'));
    await page.getByLabel('Search', { exact: true }).fill('1042 SHIP? 🚲');
    await page.getByLabel('Search', { exact: true }).press('Enter');
    await page.waitForURL(/search=1042/);
    const rows = page.getByRole('table', { name: 'Conversations' }).locator('tbody tr');
    await eventually(async () => (await rows.count()) === 1);
    const { search } = new URL(page.url());
    await page.getByRole('link', { name: 'When does order 1042 ship? 🚲' }).click();
    await page.waitForURL(/conversations\/[0-9a-f-]{36}/);
    const list = { name: 'Conversations', to: at(`conversations${search}`) };
    expect(await page.evaluate('history.state.usr')).toEqual({ from: list });
  });

  it('applies a field that loses the focus to an example filter', async () => {
    const page = await browser.openSignedIn();
    await page.goto(at('conversations'));
    await page.getByLabel('Tag', { exact: true }).fill('kind:tool-call');
    await page.getByRole('button', { name: 'issue_count > 0' }).click();

    await page.waitForURL((url) => url.searchParams.has('filter'));
    expect(new URL(page.url()).searchParams.get('tag')).toBe('kind:tool-call');
  });
});

describe('a selection of conversations', () => {
  it('has all that match, survives a reload, and becomes a set that an experiment uses', async () => {
    const page = await browser.openSignedIn();
    const startWith = (count: string) =>
      page.getByRole('button', { name: `Start experiment with ${count} conversations` }).waitFor();
    await page.goto(at('conversations?tag=size%3Abig'));
    await page.getByRole('button', { name: 'Select all matching conversations' }).click();
    await startWith('10,000');
    await page.reload();
    await startWith('10,000');
    await page
      .getByLabel(/^Select Question/)
      .first()
      .click();
    await startWith('9,999');

    await page.getByRole('button', { name: 'Create set' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('big');
    await dialog.getByLabel('Sample size').fill('3');
    await dialog.getByLabel('Seed').fill('audit');
    await dialog.getByRole('button', { name: 'Create set' }).click();
    await page.getByRole('heading', { name: '3 conversations of version 1' }).waitFor();

    await page.getByRole('button', { name: 'Start experiment' }).click();
    await dialog.getByRole('button', { name: /big, version 1 \(3\)/ }).waitFor();
    await dialog.getByLabel('Name').fill('on a set');
    await dialog.getByText('Evaluate original replies').click();
    await dialog.getByRole('button', { name: 'Start experiment' }).click();
    await page.waitForURL(/\/experiments\/[0-9a-f-]{36}/);
    const id = new URL(page.url()).pathname.split('/').at(-1);
    const { set, conversation_ids } = await call('GET', `/v1/experiments/${id}`);
    expect({ set, count: conversation_ids?.length }).toEqual({ set: 'big@1', count: 3 });

    await page.getByRole('button', { name: 'Run again…' }).click();
    await dialog.getByRole('button', { name: /big, version 1 \(3\)/ }).waitFor();
  });

  it('can be replaced by a filter, whose error appears at its field', async () => {
    const page = await browser.openSignedIn();
    await page.goto(at('experiments?create=1'));
    const dialog = page.getByRole('dialog');
    await dialog.getByText('No conversations selected').waitFor();
    await dialog.getByLabel('Name').fill('by filter');
    await dialog.getByText('Filter', { exact: true }).click();
    await dialog.getByLabel('Message filter').fill('role =');
    await dialog.getByText('Evaluate original replies').click();
    await dialog.getByRole('button', { name: 'Start experiment' }).click();

    await dialog.locator('input[aria-invalid=true]').first().waitFor();
    const invalid = await dialog.getByLabel('Message filter').getAttribute('aria-invalid');
    expect(invalid).toBe('true');
  });
});

describe('the findings list', () => {
  const framed = async (page: Page) => (await page.locator('[data-place]').allTextContents()).join('');

  it('opens the reply of an experiment at the span', async () => {
    const page = await browser.openSignedIn();
    const filter = encodeURIComponent(`experiment_id = ${world.recordedId} AND NOT tool_name:*`);
    const { items } = await call('GET', `/v1/findings?limit=1&filter=${filter}`);
    const { text, item_id } = firstOf(items);
    await page.goto(at(`findings?filter=${filter}`));
    await page.getByRole('link', { name: text, exact: true }).first().click();

    await page.getByRole('dialog').locator('[data-place]').first().waitFor();
    expect(new URL(page.url()).searchParams.get('item')).toBe(item_id);
    expect(await framed(page)).toBe(text);
  });

  it('opens a conversation at a span that a person marked', async () => {
    const page = await browser.openSignedIn();
    const { messages } = await call('GET', `/v1/conversations/${world.longId}`);
    await call('POST', '/v1/findings', {
      message_id: messages[399]?.id,
      message_part_index: 0,
      start_offset: 0,
      end_offset: 11,
      label: 'fabrication',
    });
    await page.goto(at(`findings?filter=${encodeURIComponent(`conversation_id = ${world.longId}`)}`));
    await page.getByRole('link', { name: 'Message 400', exact: true }).click();

    const place = page.locator('[data-place]');
    await place.waitFor();
    await place.evaluate(
      '(element) => new Promise((resolve) => new IntersectionObserver(([entry], observer) => { if (entry.isIntersecting) { observer.disconnect(); resolve(); } }).observe(element))',
    );
    expect(await framed(page)).toBe('Message 400');

    await page.getByRole('link', { name: '← Findings' }).click();
    await page.getByRole('link', { name: 'Message 400', exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('filter')).toBe(`conversation_id = ${world.longId}`);
  });
});

describe('the overview', () => {
  /** Returns the filter of the last request to an analytics endpoint. */
  function watchFilter(page: Page, question: string): () => string {
    let filter = '';
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname === `/v1/analytics/${question}`) filter = url.searchParams.get('filter') ?? '';
    });
    return () => filter;
  }

  it('links the count of a label to the counted messages in the same period', async () => {
    const page = await browser.openSignedIn();
    const asked = watchFilter(page, 'issues-label-distribution');
    await page.goto(at(`overview?range=30d&more=label&filter=${encodeURIComponent('role = assistant')}`));
    const link = page.getByRole('link', { name: /tool argument fabrication: show/ });
    const count = Number(await link.textContent());
    const filter = `${asked()} AND label = "tool_argument_fabrication"`;
    await link.click();
    await page.waitForURL(/\/conversations\?/);

    expect(asked()).toMatch(/^role = assistant AND created_at >= \S+ AND created_at < \S+$/);
    expect(new URL(page.url()).searchParams.get('filter')).toBe(filter);
    const { items } = await call('GET', `/v1/messages?limit=100&filter=${encodeURIComponent(filter)}`);
    const replies = items.filter(({ verdicts }: { verdicts: { labels: string[] }[] }) =>
      verdicts.some(({ labels }) => labels.includes('tool_argument_fabrication')),
    );
    expect(replies).toHaveLength(count);
  });

  it('dims what belongs to the previous filter, also while the next one is wrong or no period', async () => {
    const page = await browser.openSignedIn();
    await page.goto(at('overview?range=30d&more=tool'));
    const filter = page.getByLabel('Filter by messages');
    const rate = page.getByRole('region', { name: 'Issue rate', exact: true });
    const state = (isBusy: boolean) => page.locator(`[aria-busy=${isBusy}]`).and(rate);
    const dimmed = page.locator('main > [aria-busy=true]').and(page.locator('*', { has: rate }));
    const current = page.locator('main > [aria-busy=false]').and(page.locator('*', { has: rate }));
    const apply = async (text: string) => {
      await filter.fill(text);
      await filter.press('Enter');
    };
    await page.locator('canvas').waitFor();
    const before = await rate.innerText();
    await page.getByText('per conversation (median of all, with or without calls)').waitFor();
    await page.getByRole('columnheader', { name: 'Share of conversations with tool calls' }).waitFor();

    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/v1/analytics/issues-timeseries?*', async (route) => {
      await held;
      await route.continue();
    });
    await apply('tool_name = "create_shipment"');
    await state(true).waitFor();
    expect((await rate.innerText()).split('\n')[0]).toBe(before.split('\n')[0]);
    release();
    await state(false).waitFor();
    const shown = await rate.innerText();
    expect(shown).not.toBe(before);

    for (const [text, error, excerpt] of [
      ['role = robot', /^role must be developer/, 'robot'],
      ['created_at > 2026-01-01T00:00:00Z', 'Remove created_at from the filter.', null],
    ] as const) {
      await apply(text);
      await page.getByText(error).waitFor();
      await dimmed.waitFor();
      expect(await rate.innerText()).toBe(shown);
      expect(await page.locator('mark').allInnerTexts()).toEqual(excerpt === null ? [] : [excerpt]);
      expect(await page.locator('main').innerText()).not.toMatch(/Value error|at position/);
    }
    await apply('');
    await current.waitFor();
    await page.getByText('Custom', { exact: true }).click();
    await page.getByLabel('Start', { exact: true }).waitFor();
    await current.waitFor();
    await page.getByLabel('Start', { exact: true }).fill('2999-01-01T00:00');
    await page.getByLabel('Start', { exact: true }).press('Enter');
    await page.getByText('Choose a start before the end.').waitFor();
    expect(await dimmed.count()).toBe(1);
    await page.screenshot({ path: 'test-results/screenshots/overview-dimmed.png' });

    await page.goto(at('findings?filter='));
    await page.getByRole('table', { name: 'Findings' }).waitFor();
    await page.getByLabel('Filter findings').fill('role = robot');
    await page.getByLabel('Filter findings').press('Enter');
    await page.locator('[aria-busy=true]').getByRole('table', { name: 'Findings' }).waitFor();
    expect(browser.takeErrors().filter((error) => !error.includes('422'))).toEqual([]);
  });

  it.each([
    ['overview?range=30d&more=prompt_version', 13],
    ['overview?range=30d&more=label', 13],
    ['overview?range=30d&more=tool&tool=create_shipment', 14],
    ['prompts/v2?range=30d', 4],
  ])('says of all numbers of %s that they count a sample', async (path, count) => {
    const page = await browser.openSignedIn();
    await page.route('**/v1/analytics/*', async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      const json = Array.isArray(body) ? body : { ...body, sampled_share: 1 / 16 };
      await route.fulfill({ response, json, headers: { ...response.headers(), 'sampled-share': '0.0625' } });
    });
    await page.goto(at(path));
    const note = page.getByText('Counted in 6.3% of the conversations.');
    await note.nth(count - 1).waitFor();
    await waitForIdle(page);

    expect(await note.count()).toBe(count);
  });

  it('says on the page of a prompt which first appearances and experiments are left out', async () => {
    const page = await browser.openSignedIn();
    const change = (url: string, edit: (body: { values: object[]; next_page_cursor: string }) => void) =>
      page.route(url, async (route) => {
        const response = await route.fetch();
        const json = await response.json();
        edit(json);
        await route.fulfill({ response, json });
      });
    await change('**/v1/experiments?*', (body) => {
      body.next_page_cursor = 'next';
    });
    await change('**/v1/analytics/breakdown?*', ({ values }) => {
      values.push(
        ...Array.from({ length: 9 }, (_, index) => ({
          ...values[0],
          value: `new ${index}`,
          first_message_at: new Date(Date.now() - 60_000).toISOString(),
        })),
        { ...values[0], value: null, filter: null, is_other: true },
      );
    });
    await page.goto(at('prompts/v2?range=30d'));
    const chart = page.getByRole('region', { name: 'Issue rate over time' });
    await chart.getByText(/Only the newest 6 of (18|19|20) first appearances have flags\./).waitFor();
    await chart.getByText('beyond the first 200 of the workspace have no flags').waitFor();
    await page.getByText('Only the newest 100 experiments').waitFor();

    const experiments = page.getByRole('region', { name: 'Experiments' });
    expect(await experiments.getByRole('link', { name: 'All experiments' }).getAttribute('href')).toBe(
      at('experiments'),
    );
    await chart.getByRole('link', { name: 'All prompts' }).click();
    await page.getByRole('table', { name: 'Prompts' }).waitFor();
    expect(new URL(page.url()).searchParams.get('filter')).toBe('prompt_version = "v2"');
  });

  it('says how many messages could not be judged, which the list of conversations shows', async () => {
    const { conversation_id: id } = await call('POST', '/v1/detect-hallucinations', {
      messages: [
        { role: 'user', content: 'When was Lima founded?' },
        { role: 'assistant', content: 'In 1535.' },
      ],
    });
    const page = await browser.openSignedIn();
    await page.goto(at('overview?range=24h'));
    await page
      .getByText(/not judgeable, in no rate|could judge none of/)
      .first()
      .waitFor();

    await page.goto(at(`conversations?filter=${encodeURIComponent('verdict = not_judgeable')}`));
    const row = page.getByRole('row').filter({ has: page.locator(`a[href$="${id}"]`) });
    await row.getByText('Not judgeable').waitFor();
  });

  it('draws at most 60 buckets, each with its interval', async () => {
    const page = await browser.openSignedIn();
    await page.goto(at('overview?range=30d'));
    await page.getByText(/Buckets of \d+ (hours|days?) with their 95% intervals/).waitFor();
    await page.locator('canvas').waitFor();
    await page.goto(at('overview?range=30d&view=table'));
    const table = page.getByRole('table', { name: 'Issue rate over time' });
    await table.getByRole('columnheader', { name: '95% interval' }).waitFor();

    const rows =
      Number(await table.getAttribute('aria-rowcount')) || (await table.locator('tbody tr').count());
    expect(rows).toBeLessThanOrEqual(61);
  });

  it('filters by the bar of a prompt, whose page has its findings and experiments', async () => {
    const page = await browser.openSignedIn();
    await page.goto(at('overview?range=30d&more=prompt_version'));
    const bars = page.getByRole('region', { name: 'Issues by prompt' });
    await bars.getByRole('link', { name: /^Filter by prompt v2 \d.* replies$/ }).click();
    await page.waitForURL((url) => url.searchParams.get('filter') === 'prompt_version = "v2"');
    await bars.locator('[data-selected=true]').waitFor();

    await page.getByRole('table', { name: 'Prompts' }).getByRole('link', { name: 'v2' }).click();
    await page.getByRole('heading', { name: 'v2', level: 1 }).waitFor();
    const experiments = page.getByRole('region', { name: 'Experiments' });
    await experiments.getByRole('link', { name: 'original replies' }).waitFor();
    await page.getByRole('link', { name: 'All findings' }).click();
    await page.getByRole('table', { name: 'Findings' }).waitFor();
    expect(new URL(page.url()).searchParams.get('filter')).toMatch(/^prompt_version = "v2" AND created_at/);
    expect(browser.takeErrors()).toEqual([]);
  });

  it('zooms and opens the findings of a bucket, by keyboard and by pointer', async () => {
    const page = await browser.openSignedIn();
    await page.goto(at('overview?range=30d'));
    const chart = page.getByRole('slider', { name: /^Issue rate over time/ });
    const param = (name: string) => new URL(page.url()).searchParams.get(name) ?? '';
    await page.locator('canvas').waitFor();

    const box = await chart.boundingBox();
    if (box === null) throw new Error('the chart has no box');
    const pointAt = (share: number) => page.mouse.move(box.x + share * box.width, box.y + box.height / 3);
    await pointAt(0.3);
    await page.mouse.down();
    await pointAt(0.5);
    await page.mouse.up();
    await page.waitForURL(/range=own/);
    expect(Date.parse(param('to')) - Date.parse(param('from'))).toBeLessThan(15 * 86_400_000);

    await page.goto(at('overview?range=30d'));
    await page.locator('canvas').waitFor();
    await chart.press('End');
    expect(await chart.getAttribute('aria-valuetext')).toMatch(/^\w.* Issue rate [\d.]+%, 95% interval/);
    for (const key of ['Shift+ArrowLeft', 'Shift+ArrowLeft', 'Enter']) await chart.press(key);
    await page.waitForURL(/range=own/);
    expect(param('from') < param('to')).toBe(true);

    await page.goto(at('overview?range=30d'));
    await page.locator('canvas').waitFor();
    await chart.press('End');
    await chart.press('Enter');
    await page.waitForURL(/\/findings\?/);
    expect(param('filter')).toMatch(/^created_at >= \S+ AND created_at < \S+$/);
    await page.getByRole('table', { name: 'Findings' }).waitFor();
  });

  it('labels UTC days as such in any time zone', async () => {
    const page = await browser.openSignedIn({ timezoneId: 'America/Los_Angeles', locale: 'en-GB' });
    await page.goto(at('overview?range=30d&view=table'));
    const table = page.getByRole('table', { name: 'Issue rate over time' });
    await table.getByRole('columnheader', { name: 'Day (UTC)' }).waitFor();

    const day = table.locator('tbody time').first();
    const start = (await day.getAttribute('dateTime')) ?? '';
    expect(start).toMatch(/T00:00:00/);
    const expected = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(
      new Date(start),
    );
    expect(await day.textContent()).toBe(expected);
    await page.getByText('Days begin at midnight UTC').waitFor();
  });
});

describe('a table that is wider than the viewport', () => {
  const shadow = (frame: Locator, side: 'before' | 'after') => frame.getAttribute(`data-more-${side}`);

  it('shows which side has hidden content, and scrolls by keyboard', async () => {
    const page = await browser.openSignedIn({
      viewport: { width: 390, height: 844 },
      reducedMotion: 'reduce',
    });
    await page.goto(at('conversations'));
    const box = page.getByRole('region', { name: 'Conversations' });
    const frame = box.locator('..');
    await page.locator('[data-more-after="true"]').waitFor();
    expect(await shadow(frame, 'before')).toBe('false');

    await box.focus();
    await page.keyboard.press('ArrowRight');
    await page.locator('[data-more-before="true"]').waitFor();
    for (let step = 0; step < 60; step += 1) await page.keyboard.press('ArrowRight');
    await page.locator('[data-more-after="false"]').waitFor();

    expect(await page.evaluate('document.activeElement.scrollLeft')).toBeGreaterThan(0);
  });

  it('shows no shadow when everything is visible', async () => {
    const page = await browser.openSignedIn();
    await page.goto(at('settings?tab=members'));
    const frame = page.locator('[data-more-before]', { has: page.getByRole('table', { name: 'Members' }) });
    await frame.waitFor();
    await waitForIdle(page);

    expect([await shadow(frame, 'before'), await shadow(frame, 'after')]).toEqual(['false', 'false']);
  });
});

describe('the navigation', () => {
  it('groups the pages by what they are for, with the set-up last', async () => {
    const page = await browser.openSignedIn();
    const groups = page.getByRole('navigation', { name: 'Pages' }).getByRole('list');
    const namesOf = (name: string) =>
      page.getByRole('list', { name, exact: true }).getByRole('link').allTextContents();

    await groups.first().waitFor();
    expect(await groups.count()).toBe(3);
    expect(await namesOf('Observe')).toEqual(['Overview', 'Conversations', 'Findings']);
    expect(await namesOf('Improve')).toEqual(['Review', 'Sets', 'Experiments', 'Optimization runs']);
    expect(await namesOf('Setup')).toEqual(['Ingestion', 'Settings', 'Guides', 'API reference']);
  });
});

describe('a new workspace', () => {
  let page: Page;
  let workspaceId: string;
  beforeAll(async () => {
    workspaceId = (await call('POST', '/v1/workspaces', { name: 'New' })).id;
    page = await browser.openSignedIn({ reducedMotion: 'reduce' });
  });

  it.each([
    ['findings', 'link', 'Evaluate stored replies'],
    ['sets', 'link', 'Create the first set'],
    ['review', 'button', 'Create the first queue'],
    ['optimization-runs', 'link', 'Create the first run'],
  ] as const)('offers the next step on %s in a dialog', async (path, role, name) => {
    await page.goto(`/w/${workspaceId}/${path}`);
    await page.getByRole(role, { name }).click();

    await page.getByRole('dialog').waitFor();
    expect(await findFlaws(page)).toEqual([]);
  });
});

describe('signing out', () => {
  it('shows an error when it fails, and stays on the page', async () => {
    const page = await browser.openSignedIn();
    await page.route('**/v1/auth/logout', (route) =>
      route.fulfill({
        status: 503,
        json: { detail: [{ loc: [], msg: 'MongoDB is away', type: 'unavailable', input: null, ctx: {} }] },
      }),
    );
    await page.getByRole('button', { name: 'Sign out' }).click();

    await page.getByText('You are still signed in.').waitFor();
    expect(await page.getByRole('alert').textContent()).toContain('MongoDB is away');
    expect(browser.takeErrors()).toEqual([expect.stringContaining('503')]);
  });
});
