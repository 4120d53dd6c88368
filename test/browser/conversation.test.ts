import type { Locator, Page } from 'playwright-core';
import { findViolations } from '../support/browser/axe';
import { TestBrowser } from '../support/browser/chromium';
import { waitForFocus, waitForIdle } from '../support/browser/pages';
import { readWorld } from '../support/browser/world';
import { type CallWorld, worldApi } from '../support/browser/world-api';
import { eventually } from '../support/eventually';
import { firstOf } from '../support/first-of';

const NARROW = { width: 390, height: 844 };
/**
 * The same words occur twice in the evidence. Spans contain emoji, a combining mark and right-to-left text,
 * after CRLF.
 */
const evidence = {
  role: 'system',
  content:
    'The parcel of Ada weighs 3 kg and ships on 3 May from Lyon. ' +
    'The parcel of Bo weighs 7 kg and ships on 3 May from Oslo.',
};
const content =
  '👩🏽‍🔧 Cafe\u0301, שלום!\r\nThe parcel of Bo ships on 5 May from Oslo.\r\nCall שלום 🚚 e\u0301 0471 5567.';
const sentArguments = '{"note":"🚚 שלום","to": "ada@example.com","subject":"Parcel"}';
const question = [
  { role: 'user', content: 'When does the parcel of Bo ship? Please tell Cleo at cleo@example.org.' },
  {
    role: 'assistant',
    content,
    tool_calls: [
      { id: 'call_1', type: 'function', function: { name: 'send_parcel_mail', arguments: sentArguments } },
    ],
  },
];
const smallTalk = Array.from({ length: 6 }, () => [
  { role: 'user', content: 'Please tell me how you pack.' },
  { role: 'assistant', content: 'We pack with paper and with care, and we never hurry. '.repeat(12).trim() },
]).flat();

interface Box {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** The part of an element that the functions below use; they run in the page. */
interface PageElement {
  textContent: string;
  previousSibling: PageElement | null;
  ownerDocument: { activeElement: PageElement; getElementById(id: string): PageElement };
  getAttribute(name: string): string;
  getClientRects(): { toJSON(): Box }[];
}

interface Annotation {
  text: string;
  label: string;
  explanation: string;
  message_part_index: number;
  start_offset: number;
  end_offset: number;
  evidence: Location[];
}

interface Location {
  message_index: number;
  start_offset: number;
  end_offset: number;
}

const world = readWorld();
const browser = new TestBrowser();
/** Separate: other tests count the issues of the shared one. */
let workspaceId: string;
let call: CallWorld;
let page: Page;
/** The evidence, the question and the reply. */
let shortId: string;
/** The same with so much text in between that no viewport shows both. */
let longId: string;
/** The findings of the default evaluator in reading order: two spans of the text, one of the arguments. */
let annotations: Annotation[];
let secondEvaluator: { id: string; name: string };

/** Stores a chat with the verdict of an evaluator for one label, and returns its id. */
async function storeChat(messages: readonly object[], label = 'tool_argument_fabrication'): Promise<string> {
  const config = {
    evaluator_id: secondEvaluator.id,
    labels: [{ name: label, description: 'The only one.' }],
  };
  return (await call('POST', '/v1/evaluate', { messages, config })).conversation_id;
}

/** Evaluates the stored replies with the default evaluator. */
async function judgeAgain(ids: readonly string[]): Promise<void> {
  const request = { name: 'of the conversation page', model: 'as recorded', pass_through: true };
  const { id } = await call('POST', '/v1/experiments', { ...request, conversation_ids: ids });
  await eventually(async () => (await call('GET', `/v1/experiments/${id}`)).status === 'completed');
}

async function readAnnotations(id: string): Promise<Annotation[]> {
  const { evaluations } = await call('GET', `/v1/conversations/${id}`);
  return firstOf(evaluations.filter((it) => it.evaluator_id !== secondEvaluator.id)).annotations;
}

beforeAll(async () => {
  await browser.start();
  workspaceId = (await worldApi(world)('POST', '/v1/workspaces', { name: 'Conversations' })).id;
  call = worldApi({ ...world, workspaceId });
  secondEvaluator = await call('POST', '/v1/evaluators', { kind: 'grounding', name: 'arguments only' });
  shortId = await storeChat([evidence, ...question]);
  longId = await storeChat([evidence, ...smallTalk, ...question]);
  await judgeAgain([shortId, longId]);
  annotations = await readAnnotations(shortId);
  page = await browser.openSignedIn({ reducedMotion: 'reduce' });
  await page.clock.install();
});
afterEach(() => expect(browser.takeErrors()).toEqual([]));
afterAll(() => browser.stop());

async function open(id: string, search = '', viewport = { width: 1280, height: 800 }): Promise<void> {
  await page.setViewportSize(viewport);
  await page.goto(`/w/${workspaceId}/conversations/${id}${search}`);
  await waitForIdle(page);
  await page.getByRole('article').first().waitFor();
}

/** Returns the annotation whose text contains these words. */
function annotationOf(words: string): Annotation {
  const found = annotations.find(({ text }) => text.includes(words));
  if (found === undefined) throw new Error(`nothing flags ${words}`);
  return found;
}

const nameOf = ({ label, text }: Annotation) => `${label.replaceAll('_', ' ')}: ${text}`;
const markOf = (words: string) =>
  page.getByRole('button', { name: nameOf(annotationOf(words)).replace(/\s+/g, ' '), exact: true });
const tooltip = () => page.getByRole('tooltip');
const panel = () => page.getByRole('complementary', { name: 'Issues' });
const issueInAddress = () => new URL(page.url()).searchParams.get('issue');

/** Slices a text by code points, as the API counts. */
const slice = (text: string, start: number, end?: number) => [...text].slice(start, end).join('');

/** Returns the text before an element and its own text. */
const readPlace = (locator: Locator): Promise<{ before: string; text: string }> =>
  locator.evaluate((element: PageElement) => {
    let before = '';
    for (let node = element.previousSibling; node !== null; node = node.previousSibling) {
      before = node.textContent + before;
    }
    return { before, text: element.textContent };
  });

/**
 * Returns the first line box of an element in viewport pixels. Retries, because a re-render may replace the
 * element.
 */
const lineOf = (locator: Locator): Promise<Box> =>
  eventually(() => locator.evaluateAll(([element]: PageElement[]) => element?.getClientRects()[0]?.toJSON()));

const isFocused = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element: PageElement) => element === element.ownerDocument.activeElement);

const readDescription = (locator: Locator): Promise<string> =>
  locator.evaluate((element: PageElement) => {
    const id = element.getAttribute('aria-describedby');
    return element.ownerDocument.getElementById(id).textContent;
  });

async function tabTo(target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if (await isFocused(target)) return;
  }
  throw new Error('the tab key does not lead there');
}

it('flags what the tests below use', () => {
  expect(annotations.map(({ text, label }) => [text, label])).toEqual([
    [expect.stringContaining('5 May'), 'fabrication'],
    [expect.stringContaining('שלום 🚚 e\u0301 0471'), 'fabrication'],
    ['ada@example.com', 'tool_argument_fabrication'],
  ]);
});

it('lets the keyboard reach a mark, read its tooltip, dismiss it, and step through the issues', async () => {
  await open(shortId);
  const first = annotationOf('5 May');
  const mark = markOf('5 May');

  await tabTo(mark);
  await tooltip().waitFor();
  const described = await readDescription(mark);
  expect(described).toContain('fabrication');
  expect(described).toContain(first.explanation);

  await page.keyboard.press('Escape');
  await tooltip().waitFor({ state: 'detached' });
  expect(await isFocused(mark)).toBe(true);

  await page.keyboard.press('Enter');
  await panel().getByText(first.explanation).waitFor();
  expect(issueInAddress()).toBe('1');
  await tabTo(markOf('ada@'));
  await page.keyboard.press('Tab'); // the panel follows the messages
  expect(await isFocused(panel().getByRole('button', { name: 'Next', exact: true }))).toBe(true);
  await page.keyboard.press('Enter');
  await panel().getByRole('region', { name: 'Issue 2' }).waitFor();
  expect(await page.locator('[data-selected="true"]').allTextContents()).toEqual([annotations[1]?.text]);

  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await panel().getByRole('region', { name: 'Issue 1' }).waitFor();
  expect(issueInAddress()).toBe('1');
});

describe('the tooltip', () => {
  it('stays while the pointer is over it, and disappears when the pointer leaves', async () => {
    await open(shortId);
    await markOf('5 May').hover();
    const box = (await tooltip().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 10 });
    await page.clock.runFor(2000);
    expect(await tooltip().count()).toBe(1);

    await page.mouse.move(2, 2);
    await page.clock.runFor(2000);
    expect(await tooltip().count()).toBe(0);
  });

  it('stays when its mark is clicked', async () => {
    await open(shortId);
    await markOf('5 May').click();
    await panel().getByRole('region', { name: 'Issue 1' }).waitFor();
    await page.clock.runFor(2000);

    expect(await tooltip().textContent()).toContain(annotationOf('5 May').explanation);
  });

  it('disappears on Escape while the pointer is on its mark', async () => {
    await open(shortId);
    await markOf('5 May').hover();
    await tooltip().waitFor();

    await page.keyboard.press('Escape');
    await page.clock.runFor(2000);
    expect(await tooltip().count()).toBe(0);
  });

  it.each([
    ['1280 px', { width: 1280, height: 400 }],
    ['390 px', NARROW],
  ])('touches its mark while the page scrolls, in a viewport of %s', async (_, viewport) => {
    await open(shortId, '', viewport);
    await tabTo(markOf('ada@'));

    for (const distance of [0, 60, -90]) {
      await page.evaluate(`scrollBy(0, ${distance})`);
      const box = await eventually(async () => {
        const line = await lineOf(markOf('ada@'));
        const around = await lineOf(tooltip());
        const gap = Math.min(Math.abs(around.bottom - line.top), Math.abs(around.top - line.bottom));
        return gap < 1 && around;
      }, 2000);
      expect(
        Math.min(box.left, viewport.width - box.right, box.top, viewport.height - box.bottom),
      ).toBeGreaterThan(0);
    }
  });
});

it.each(['5 May', '0471'])(
  'marks exactly the flagged characters of the text that contains %s',
  async (words) => {
    await open(shortId);
    const { start_offset: start, end_offset: end } = annotationOf(words);

    expect(await readPlace(markOf(words))).toEqual({
      before: slice(content, 0, start),
      text: slice(content, start, end),
    });
  },
);

it('marks exactly the flagged characters of the arguments, indented and raw', async () => {
  await open(shortId);
  const { start_offset: start, text } = annotationOf('ada@');

  const laidOut = await readPlace(markOf('ada@'));
  expect(laidOut.text).toBe(text);
  expect(laidOut.before).toBe('{\n  "note": "🚚 שלום",\n  "to": "');

  await page.getByRole('button', { name: 'Raw' }).click();
  expect(await readPlace(markOf('ada@'))).toEqual({ before: slice(sentArguments, 0, start), text });
});

it('shows the marks of the selected evaluator', async () => {
  await open(shortId, '?issue=1');
  const marks = page.locator('[data-segment]');
  expect(await marks.allTextContents()).toEqual(annotations.map(({ text }) => text));

  await panel()
    .getByRole('button', { name: /version 1 Evaluator/ })
    .click();
  await page.getByRole('option', { name: /arguments only/ }).click();
  await panel().getByRole('heading', { name: '1 issue' }).waitFor();

  expect(await marks.allTextContents()).toEqual(['ada@example.com']);
  const { searchParams } = new URL(page.url());
  expect([searchParams.get('evaluator'), searchParams.get('issue')]).toEqual([
    `${secondEvaluator.id}.1`,
    null,
  ]);
});

it('scrolls to the evidence and frames exactly its text', async () => {
  await open(longId, '?issue=1');
  const [location] = annotationOf('5 May').evidence;
  if (location === undefined) throw new Error('the finding has no evidence');
  const message = page.getByRole('article', { name: 'Message 1', exact: true });
  expect(await message.count()).toBe(0);

  await panel().getByRole('button', { name: 'Show evidence' }).click();
  const framed = message.locator('[data-place]');
  await eventually(async () => {
    const line = await lineOf(framed);
    return line.top >= 0 && line.bottom <= 800;
  });

  expect(location.message_index).toBe(0);
  expect(await readPlace(framed)).toEqual({
    before: slice(evidence.content, 0, location.start_offset),
    text: slice(evidence.content, location.start_offset, location.end_offset),
  });
  await panel().getByText('The evidence is framed.').waitFor();
});

it('frames the words in the sentence that is most like the finding if they occur twice', async () => {
  await open(shortId, '?issue=1');

  await panel().getByRole('button', { name: 'Show evidence' }).click();
  const { before, text } = await readPlace(page.locator('[data-place]'));
  expect(text).toBe('3 May');
  expect(before).toMatch(/parcel of Bo weighs 7 kg and ships on $/);
});

it('shows the facts of the reply whose finding is shown, and says that the newest evaluated reply has none', async () => {
  const turn = (messages: readonly object[]) =>
    call('POST', '/v1/evaluate', { messages, external_id: 'two turns' });
  const { conversation_id: id } = await turn([evidence, ...question]);
  const unreadable = [
    { role: 'user', content: 'Thank you.' },
    { role: 'assistant', content: '' },
  ];
  await turn([evidence, ...question, ...unreadable]);
  const { evaluations } = await call('GET', `/v1/conversations/${id}`);
  const { score } = firstOf(evaluations.filter(({ status }: { status: string }) => status === 'completed'));

  await open(id);
  await panel().getByText('Message 5, the newest evaluated reply: Not judgeable: no text').waitFor();
  const facts = () => panel().getByRole('definition').allInnerTexts();
  expect(await facts()).toEqual(expect.arrayContaining(['Message 5 of 5', '–']));

  await markOf('5 May').click();
  await panel().getByRole('region', { name: 'Issue 1' }).waitFor();
  expect((await facts()).slice(0, 3)).toEqual([
    'Message 3 of 5',
    expect.stringContaining('version 1'),
    `${(100 * Number(score)).toFixed(1)}%`,
  ]);
  await panel().getByText('Message 5, the newest evaluated reply: Not judgeable: no text').waitFor();

  // Escape would close the tooltip of the span first, which may still be about to open.
  await tooltip().waitFor();
  await page.mouse.move(2, 2);
  await tooltip().waitFor({ state: 'detached' });
  // A word that not every reader knows is explained where it stands, by keyboard too.
  await panel().getByRole('button', { name: 'Evaluator', exact: true }).press('Enter');
  const explanation = page.getByRole('dialog', { name: 'Evaluator' });
  await explanation.getByText('grounding').waitFor();
  await waitForFocus(explanation);
  await page.screenshot({ path: 'test-results/screenshots/conversation-two-replies.png' });
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await page.goto(`/w/${workspaceId}/conversations/no-id`);
  await page.getByRole('heading', { name: 'Conversation not found' }).waitFor();
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  expect(browser.takeErrors().filter((error) => !error.includes('422'))).toEqual([]);
  await call('DELETE', `/v1/conversations/${id}`);
});

it('offers no evidence for a finding without any', async () => {
  const call = { name: 'find', arguments: '{"city":"Ghent"}' };
  const id = await storeChat([
    { role: 'user', content: 'Please find it.' },
    { role: 'assistant', content: null, tool_calls: [{ id: 'call_1', type: 'function', function: call }] },
  ]);
  await open(id, '?issue=1');

  await panel().getByRole('button', { name: 'Show span' }).waitFor();
  expect(
    await panel()
      .getByRole('button', { name: /evidence/ })
      .count(),
  ).toBe(0);
});

describe('in a viewport of 390 px', () => {
  /** Whether a line is fully visible in the viewport, not behind the panel. */
  async function isInSight(element: Locator): Promise<boolean> {
    const line = await lineOf(element);
    const cover = await lineOf(panel());
    const isCovered = line.bottom > cover.top && line.top < cover.bottom;
    return line.top >= 0 && line.bottom <= NARROW.height && !isCovered;
  }

  it('keeps the span visible when its issue is opened from a link, from the panel or at the bottom of the page', async () => {
    await open(longId, '?issue=2', NARROW);
    const second = page.locator('[data-selected="true"]');
    await eventually(() => isInSight(second));

    await panel().getByRole('button', { name: 'Next', exact: true }).click();
    await panel().getByRole('region', { name: 'Issue 3' }).waitFor();
    await eventually(() => isInSight(markOf('ada@')));

    await open(longId, '', NARROW);
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await markOf('0471').click();
    await panel().getByRole('region', { name: 'Issue 2' }).waitFor();
    await eventually(() => isInSight(markOf('0471')));
  });

  it('scrolls a focused mark out from behind the panel', async () => {
    await open(longId, '?issue=1', NARROW);
    await eventually(() => isInSight(markOf('5 May')));
    await page.clock.runFor(6000); // until scrolling has finished
    const { top: panelTop } = await lineOf(panel());
    const { top: markTop } = await lineOf(markOf('ada@'));
    await page.evaluate(`scrollBy(0, ${markTop - panelTop - 40})`);
    expect(await isInSight(markOf('ada@'))).toBe(false);

    await markOf('ada@').focus();
    await eventually(() => isInSight(markOf('ada@')));
  });

  it('shows the messages first, with the steps through the issues in the viewport', async () => {
    await open(longId, '', NARROW);
    const { top: firstMessage } = await lineOf(page.getByRole('article').first());
    const { top: firstIssue } = await lineOf(panel().getByRole('listitem').first());
    const steps = await lineOf(panel().getByRole('button', { name: 'Next', exact: true }));

    expect(firstMessage).toBeLessThan(NARROW.height / 2);
    expect(firstIssue).toBeGreaterThan(NARROW.height);
    expect(steps.bottom).toBeLessThanOrEqual(NARROW.height);
  });

  it('keeps the evidence visible', async () => {
    await open(longId, '?issue=1', NARROW);

    await panel().getByRole('button', { name: 'Show evidence' }).click();
    await eventually(() => isInSight(page.locator('[data-place]')));
  });

  it('has no serious accessibility violation with panel and tooltip open', async () => {
    await open(shortId, '?issue=3', NARROW);
    await tabTo(markOf('5 May'));
    await tooltip().waitFor();

    expect(await findViolations(page)).toEqual([]);
  });
});

it('has no serious accessibility violation with panel and tooltip open', async () => {
  await open(shortId, '?issue=1');
  await markOf('0471').hover();
  await tooltip().waitFor();

  expect(await findViolations(page)).toEqual([]);
});

describe('the list that linked to the conversation', () => {
  const filter = 'tool_name = "send_parcel_mail"';
  const list = () => `/w/${workspaceId}/conversations?filter=${encodeURIComponent(filter)}`;
  const filterInAddress = () => new URL(page.url()).searchParams.get('filter');

  const linkTo = (id: string) => page.locator(`a[href$="${id}"]`);

  it('is reopened with its filter after an issue was selected', async () => {
    await page.goto(list());
    await linkTo(shortId).click();
    await markOf('5 May').click();
    await panel().getByRole('region', { name: 'Issue 1' }).waitFor();

    await page.getByRole('link', { name: '← Conversations' }).click();
    await page.getByRole('heading', { name: 'Conversations' }).waitFor();
    expect(filterInAddress()).toBe(filter);
  });

  it('is reopened without the deleted conversation, which is deselected', async () => {
    const id = await storeChat([evidence, ...question]);
    await page.goto(list());
    await page.getByLabel('Select all conversations on this page').click();
    await page.getByRole('button', { name: 'Start experiment with 3 conversations' }).waitFor();
    await linkTo(id).click();

    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Start experiment with 2 conversations' }).waitFor();
    await linkTo(shortId).waitFor();
    expect(await linkTo(id).count()).toBe(0);
    expect(filterInAddress()).toBe(filter);
  });
});
