import type { Page } from 'playwright-core';

const FONT_SIZES = [12, 13, 14, 16, 20, 28];
const FONT_WEIGHTS = [400, 500, 600];
const CONTROL_HEIGHT = 32;
/** A word between spaces, or the last name of a path. A longer one is an identifier, and may be wider than a phone. */
const WORD = String.raw`/(?<!\S)[\p{L}\p{N}]{2,20}(?=[.,;:!?…)]*(?!\S))|(?<=^[\w.]+\.)[\p{L}_]{2,20}$/gu`;

/**
 * Returns what breaks the design: texts outside of the scale, controls of another height, words that continue in the
 * next line, a red button at the top, and a page or dialog whose content is wider than itself.
 */
export function findFlaws(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`{
    const flaws = new Set();
    const name = (element) => element.tagName.toLowerCase() + '.' + element.getAttribute('class');
    const isShown = (element) => element.checkVisibility() && element.getBoundingClientRect().width > 1;
    const textsOf = ({ childNodes }) => [...childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    const range = document.createRange();
    const countLines = (text, { index, 0: word }) => {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      return new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top))).size;
    };

    for (const element of document.querySelectorAll('body :not(svg, svg *)')) {
      const texts = textsOf(element).filter(({ data }) => data.trim() !== '');
      if (texts.length === 0 || !isShown(element)) continue;
      const { fontSize, fontWeight } = getComputedStyle(element);
      if (!${JSON.stringify(FONT_SIZES)}.includes(parseFloat(fontSize))) flaws.add(fontSize + ': ' + name(element));
      if (!${JSON.stringify(FONT_WEIGHTS)}.includes(Number(fontWeight))) flaws.add(fontWeight + ': ' + name(element));
      for (const text of texts) {
        for (const word of text.data.matchAll(${WORD})) {
          if (countLines(text, word) > 1) flaws.add('broken word ' + word[0] + ': ' + name(element));
        }
      }
    }

    const controls = 'input:not([type=checkbox], [type=radio]), [aria-haspopup=listbox], [class*=_button_]';
    for (const control of document.querySelectorAll(controls)) {
      const { height } = control.getBoundingClientRect();
      const isHigh = Math.abs(height - ${CONTROL_HEIGHT}) <= 0.5;
      if (isShown(control) && !isHigh) flaws.add(height + ' px high: ' + name(control));
    }

    if (document.querySelector('main > header [class*=_danger_]') !== null) flaws.add('red button at the top');
    const overflow = document.documentElement.scrollWidth - innerWidth;
    if (overflow > 0) flaws.add(overflow + ' px too wide');
    for (const dialog of document.querySelectorAll('[role=dialog], [role=alertdialog]')) {
      const cut = dialog.scrollWidth - dialog.clientWidth;
      if (cut > 0) flaws.add(cut + ' px too wide: ' + name(dialog));
    }
    [...flaws];
  }`);
}

/** Returns the tables that are wider than their boxes. */
export function findCutTables(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('section[tabindex="0"]')]
    .filter((box) => box.scrollWidth > box.clientWidth + 1)
    .map((box) => box.getAttribute('aria-label') + ' is cut: ' + box.scrollWidth + ' px in ' + box.clientWidth)`);
}

/** Records the layout shifts of each document that the page opens from now on, for `readLayoutShift`. */
export async function watchLayoutShift(page: Page): Promise<void> {
  await page.addInitScript(`
    globalThis.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) layoutShift += value;
    }).observe({ type: 'layout-shift', buffered: true });`);
}

/** The cumulative layout shift of the document without that after inputs. */
export function readLayoutShift(page: Page): Promise<number> {
  return page.evaluate<number>('layoutShift');
}
