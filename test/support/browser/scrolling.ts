import type { Page } from 'playwright-core';

/** A notch of a wheel is 100. */
const WHEEL_PX = 400;
/** Rows that have to be loaded first may take so long. */
const PATIENCE_MS = 20_000;

/** A list that draws only the rows in sight. */
export interface DrawnList {
  /** A selector of its rows. */
  rows: string;
  /** The attribute that has the place of a row among all. */
  position: string;
  /** The place of the last of all. */
  last: number;
}

/** Has pages that are opened from now on note how long their long tasks are (50 ms or more, by definition). */
export async function watchTasks(page: Page): Promise<void> {
  await page.addInitScript(`
    window.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longTasks.push(Math.round(duration));
    }).observe({ type: 'longtask' });
  `);
}

export interface Scrolled {
  /** The places of the rows that were drawn on the way, in order. */
  seen: number[];
  isAtEnd: boolean;
  /** Milliseconds of the longest task in each part of the way, parts of equal length; 0 where none took 50 ms. */
  longestTasks: number[];
}

/**
 * Turns the wheel where the mouse is, a little in each frame, until the list is at its end, does not move for long, or
 * has taken so many steps. The page's tasks have to be watched.
 */
export async function scrollThrough(
  page: Page,
  list: DrawnList,
  { parts = 1, mostSteps = Number.POSITIVE_INFINITY } = {},
): Promise<Scrolled> {
  await page.evaluate(lookAt(list));
  const longestTasks = Array.from({ length: parts }, () => 0);
  let top = -1;
  let movedAt = performance.now();
  for (let step = 0; ; step += 1) {
    const now = await page.evaluate<{ top: number; place: number; isAtEnd: boolean; tasks: number[] }>(
      'look()',
    );
    const part = Math.min(parts - 1, Math.floor((parts * now.place) / list.last));
    longestTasks[part] = Math.max(longestTasks[part] ?? 0, ...now.tasks);
    if (now.top !== top) movedAt = performance.now();
    top = now.top;
    const isStuck = performance.now() - movedAt > PATIENCE_MS;
    if (now.isAtEnd || isStuck || step === mostSteps) {
      const seen = await page.evaluate<number[]>('[...seen].sort((one, other) => one - other)');
      return { seen, isAtEnd: now.isAtEnd, longestTasks };
    }
    await page.mouse.wheel(0, WHEEL_PX);
  }
}

/** Gives the page `look`, which waits for a frame, notes in `seen` which rows are drawn in it, and tells the tasks. */
function lookAt({ rows, position, last }: DrawnList): string {
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
