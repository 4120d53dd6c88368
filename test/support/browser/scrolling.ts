import type { Page } from 'playwright-core';

/** One notch of a wheel is 100. */
const WHEEL_PX = 400;
/** Scrolling may pause this long while rows are loading. */
const STUCK_AFTER_MS = 20_000;

/** A virtualized list. */
export interface VirtualList {
  /** A selector of its rows. */
  rows: string;
  /** The attribute with the index of a row. */
  position: string;
  /** The index of the last row. */
  last: number;
}

/** Records long tasks (50 ms or more) of pages that are opened from now on. */
export async function watchTasks(page: Page): Promise<void> {
  await page.addInitScript(`
    window.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longTasks.push(Math.round(duration));
    }).observe({ type: 'longtask' });
  `);
}

export interface Scrolled {
  /** The sorted indexes of all rows that were rendered. */
  seen: number[];
  isAtEnd: boolean;
  /** The longest task in milliseconds in each of `parts` equal parts; 0 without long tasks. */
  maxTasksMs: number[];
}

/**
 * Scrolls with the wheel at the mouse position, a little per frame, until the end of the list, until it stops
 * moving, or for `maxSteps`. Requires `watchTasks`.
 */
export async function scrollThrough(
  page: Page,
  list: VirtualList,
  { parts = 1, maxSteps = Number.POSITIVE_INFINITY } = {},
): Promise<Scrolled> {
  await page.evaluate(defineLook(list));
  const maxTasksMs = Array.from({ length: parts }, () => 0);
  let top = -1;
  let movedAt = performance.now();
  for (let step = 0; ; step += 1) {
    const now = await page.evaluate<{ top: number; place: number; isAtEnd: boolean; tasks: number[] }>(
      'look()',
    );
    const part = Math.min(parts - 1, Math.floor((parts * now.place) / list.last));
    maxTasksMs[part] = Math.max(maxTasksMs[part] ?? 0, ...now.tasks);
    if (now.top !== top) movedAt = performance.now();
    top = now.top;
    const isStuck = performance.now() - movedAt > STUCK_AFTER_MS;
    if (now.isAtEnd || isStuck || step === maxSteps) {
      const seen = await page.evaluate<number[]>('[...seen].sort((one, other) => one - other)');
      return { seen, isAtEnd: now.isAtEnd, maxTasksMs };
    }
    await page.mouse.wheel(0, WHEEL_PX);
  }
}

/**
 * Defines `look` in the page: it waits for a frame, records the rendered rows in `seen`, and returns long
 * tasks.
 */
function defineLook({ rows, position, last }: VirtualList): string {
  return `
    window.seen = new Set();
    window.look = () => new Promise((resolve) => requestAnimationFrame(() => {
      const drawn = [...document.querySelectorAll(${JSON.stringify(rows)})];
      for (const row of drawn) seen.add(Number(row.getAttribute(${JSON.stringify(position)})));
      let box = drawn.at(-1)?.parentElement;
      while (box && !/auto|scroll/.test(getComputedStyle(box).overflowY)) box = box.parentElement;
      box ??= document.scrollingElement;
      const isAtBottom = box.scrollTop + box.clientHeight >= box.scrollHeight - 2;
      const place = Number(drawn.at(-1)?.getAttribute(${JSON.stringify(position)}) ?? 0);
      const isAtEnd = isAtBottom && seen.has(${last});
      // An entry is handed out some time after its task.
      const tell = () => resolve({ top: box.scrollTop, place, isAtEnd, tasks: longTasks.splice(0) });
      if (isAtEnd) setTimeout(tell, 200);
      else tell();
    }));
    undefined`;
}
