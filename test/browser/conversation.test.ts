import type { Locator, Page } from 'playwright-core';
import { eventually } from '../support/api';
import { findBarriers } from '../support/browser/axe';
import { TestBrowser } from '../support/browser/chromium';
import { settle } from '../support/browser/pages';
import { readWorld } from '../support/browser/world';
import { worldApi } from '../support/browser/world-api';

const NARROW = { width: 390, height: 844 };
/** The same words stand twice in the evidence; spans hold emoji, a combining mark and right-to-left text, behind CRLF. */
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

/** An element of the page as far as the functions below read it, which run there. */
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
}

const world = readWorld();
const call = worldApi(world);
const browser = new TestBrowser();
let page: Page;
/** The evidence, the question and the reply. */
let shortId: string;
/** The same with so much between that no window shows both. */
let longId: string;
/** What the default evaluator found, in reading order: two spans of the text, one of the arguments. */
let annotations: Annotation[];
let secondEvaluator: { id: string; name: string };

/** Stores a chat with the verdict of an evaluator that looks for one label only, and resolves to its id. */
async function storeChat(messages: readonly object[], label = 'tool_argument_fabrication'): Promise<string> {
  const config = {
    evaluator_id: secondEvaluator.id,
    labels: [{ name: label, description: 'The only one.' }],
  };
  return (await call('POST', '/v1/evaluate', { messages, config })).conversation_id;
}

/** Has the default evaluator judge the replies as they are. */
async function judgeAgain(ids: readonly string[]): Promise<void> {
  const request = { name: 'of the conversation page', model: 'as recorded', pass_through: true };
  const { id } = await call('POST', '/v1/experiments', { ...request, conversation_ids: ids });
  await eventually(async () => (await call('GET', `/v1/experiments/${id}`)).status === 'completed', 60_000);
}

async function readAnnotations(id: string): Promise<Annotation[]> {
  const { evaluations } = await call('GET', `/v1/conversations/${id}`);
  return evaluations.find((it: { evaluator_id: string }) => it.evaluator_id !== secondEvaluator.id)
    .annotations;
}

beforeAll(async () => {
  await browser.start();
  secondEvaluator = await call('POST', '/v1/evaluators', { kind: 'grounding', name: 'arguments only' });
  shortId = await storeChat([evidence, ...question]);
  longId = await storeChat([evidence, ...smallTalk, ...question]);
  await judgeAgain([shortId, longId]);
  annotations = await readAnnotations(shortId);
  page = await browser.openSignedIn({ reducedMotion: 'reduce' });
  await page.clock.install();
});
afterEach(() => expect(browser.takeComplaints()).toEqual([]));
afterAll(() => browser.stop());

async function open(id: string, search = '', viewport = { width: 1280, height: 800 }): Promise<void> {
  await page.setViewportSize(viewport);
  await page.goto(`/w/${world.workspaceId}/conversations/${id}${search}`);
  await settle(page);
  await page.getByRole('article').first().waitFor();
}

/** The annotation whose text has these words. */
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

/** Code points of a text, as the API counts them. */
const slice = (text: string, start: number, end?: number) => [...text].slice(start, end).join('');

/** What stands before an element in its text, and what is in it. */
const readPlace = (locator: Locator): Promise<{ before: string; text: string }> =>
  locator.evaluate((element: PageElement) => {
    let before = '';
    for (let node = element.previousSibling; node !== null; node = node.previousSibling) {
      before = node.textContent + before;
    }
    return { before, text: element.textContent };
  });

/** The first line of an element, in pixels of the window, as soon as it has one: a page may draw it anew meanwhile. */
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

it('flags what the tests below look at', () => {
  expect(annotations.map(({ text, label }) => [text, label])).toEqual([
    [expect.stringContaining('5 May'), 'fabrication'],
    [expect.stringContaining('שלום 🚚 e\u0301 0471'), 'fabrication'],
    ['ada@example.com', 'tool_argument_fabrication'],
  ]);
});

it('lets the keyboard reach a mark, read about it, dismiss that, and step through the issues', async () => {
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
  const next = panel().getByRole('button', { name: 'Next', exact: true });
  await next.focus();
  await page.keyboard.press('Enter');
  await panel().getByRole('region', { name: 'Issue 2' }).waitFor();
  expect(await page.locator('[data-selected="true"]').allTextContents()).toEqual([annotations[1]?.text]);

  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await panel().getByRole('region', { name: 'Issue 1' }).waitFor();
  expect(issueInAddress()).toBe('1');
});

describe('the tooltip', () => {
  it('stays while the pointer is over it, and goes when the pointer leaves', async () => {
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

  it('stays when its mark is chosen with a click', async () => {
    await open(shortId);
    await markOf('5 May').click();
    await panel().getByRole('region', { name: 'Issue 1' }).waitFor();
    await page.clock.runFor(2000);

    expect(await tooltip().textContent()).toContain(annotationOf('5 May').explanation);
  });

  it('goes with Escape while the pointer rests on its mark', async () => {
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
  ])('touches its mark while the page scrolls, within a window of %s', async (_, viewport) => {
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

it.each(['5 May', '0471'])('marks exactly the flagged characters of the text that has %s', async (words) => {
  await open(shortId);
  const { start_offset: start, end_offset: end } = annotationOf(words);

  expect(await readPlace(markOf(words))).toEqual({
    before: slice(content, 0, start),
    text: slice(content, start, end),
  });
});

it('marks exactly the flagged characters of the arguments, laid out and as they were sent', async () => {
  await open(shortId);
  const { start_offset: start, text } = annotationOf('ada@');

  const laidOut = await readPlace(markOf('ada@'));
  expect(laidOut.text).toBe(text);
  expect(laidOut.before).toBe('{\n  "note": "🚚 שלום",\n  "to": "');

  await page.getByRole('button', { name: 'Raw' }).click();
  expect(await readPlace(markOf('ada@'))).toEqual({ before: slice(sentArguments, 0, start), text });
});

it('shows the marks of the evaluator that is chosen', async () => {
  await open(shortId, '?issue=1');
  const marks = page.locator('[data-segment]');
  expect(await marks.allTextContents()).toEqual(annotations.map(({ text }) => text));

  await panel()
    .getByRole('button', { name: /Evaluator/ })
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

it('jumps to the sentence about the same thing where the quoted words stand twice', async () => {
  await open(longId, '?issue=1');

  await panel().getByRole('button', { name: 'Show evidence' }).click();
  const { before, text } = await readPlace(page.locator('[data-place]'));
  expect(text).toBe('3 May');
  expect(before).toMatch(/parcel of Bo weighs 7 kg and ships on $/);
});

describe('in a window of 390 px', () => {
  /** Whether all of a line is in the window, and not behind the panel. */
  async function isInSight(element: Locator): Promise<boolean> {
    const line = await lineOf(element);
    const cover = await lineOf(panel());
    const isCovered = line.bottom > cover.top && line.top < cover.bottom;
    return line.top >= 0 && line.bottom <= NARROW.height && !isCovered;
  }

  it('leaves the span in sight when its issue is opened from a link, from the panel or at the foot of the window', async () => {
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

  it('brings a mark that gets the focus out from behind the panel', async () => {
    await open(longId, '?issue=1', NARROW);
    await eventually(() => isInSight(markOf('5 May')));
    await page.clock.runFor(6000); // until nothing scrolls by itself any more
    const { top: panelTop } = await lineOf(panel());
    const { top: markTop } = await lineOf(markOf('ada@'));
    await page.evaluate(`scrollBy(0, ${markTop - panelTop - 40})`);
    expect(await isInSight(markOf('ada@'))).toBe(false);

    await markOf('ada@').focus();
    await eventually(() => isInSight(markOf('ada@')));
  });

  it('leaves the evidence in sight', async () => {
    await open(longId, '?issue=1', NARROW);

    await panel().getByRole('button', { name: 'Show evidence' }).click();
    await eventually(() => isInSight(page.locator('[data-place]')));
  });

  it('has no serious barrier with panel and tooltip open', async () => {
    await open(shortId, '?issue=3', NARROW);
    await tabTo(markOf('5 May'));
    await tooltip().waitFor();

    expect(await findBarriers(page)).toEqual([]);
  });
});

it('has no serious barrier with panel and tooltip open', async () => {
  await open(shortId, '?issue=1');
  await markOf('0471').hover();
  await tooltip().waitFor();

  expect(await findBarriers(page)).toEqual([]);
});

describe('the list that led here', () => {
  const filter = 'tool_name = "send_parcel_mail"';
  const list = () => `/w/${world.workspaceId}/conversations?filter=${encodeURIComponent(filter)}`;
  const filterInAddress = () => new URL(page.url()).searchParams.get('filter');

  const linkTo = (id: string) => page.locator(`a[href$="${id}"]`);

  it('is returned to with its filter, after an issue was looked at', async () => {
    await page.goto(list());
    await linkTo(shortId).click();
    await markOf('5 May').click();
    await panel().getByRole('region', { name: 'Issue 1' }).waitFor();

    await page.getByRole('link', { name: '← Conversations' }).click();
    await page.getByRole('heading', { name: 'Conversations' }).waitFor();
    expect(filterInAddress()).toBe(filter);
  });

  it('is returned to without the conversation once that is deleted, which is selected no more', async () => {
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
