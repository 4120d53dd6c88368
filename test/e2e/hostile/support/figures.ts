import { appendFileSync } from 'node:fs';

/** What an attack came to, and the bound that it has to keep. */
export interface Figure {
  /** The item of docs/security.md that the attack belongs to, e.g. `1` or `also`. */
  item: string;
  /** What was measured, as the table of `npm run attack` shows it. */
  name: string;
  measured: number;
  /** As it is printed after the number: `ms`, `MB`, `calls`; empty for a count. */
  unit: string;
  max: number | null;
  min: number | null;
}

/** `npm run attack` runs every attack at full size; CI runs a bounded one. */
export const isFullScale = process.env.ATTACK_SCALE === 'full';

/** The size of an attack: one that CI can afford, or the one that was seen to hurt. */
export function atScale<Size>(bounded: Size, full: Size): Size {
  return isFullScale ? full : bounded;
}

/**
 * The longest silence of `/healthz` that an attack may cause. The machine of a CI shares its processors with others,
 * which alone takes a process off them for a quarter of a second now and then; an event loop that is blocked is silent
 * for seconds.
 */
export const MAX_GAP_MS = atScale(500, 250);

export function isHeld({ measured, max, min }: Figure): boolean {
  return (max === null || measured <= max) && (min === null || measured >= min);
}

/**
 * Records a figure for the table of `npm run attack`, and fails the test when it breaks its bound. Every figure of a
 * test is recorded before the first failure ends it when they are passed together.
 */
export function expectFigures(
  item: string,
  figures: readonly { name: string; measured: number; unit?: string; max?: number; min?: number }[],
): void {
  const complete = figures.map(
    ({ name, measured, unit = '', max, min }): Figure => ({
      item,
      name,
      measured,
      unit,
      max: max ?? null,
      min: min ?? null,
    }),
  );
  const path = process.env.ATTACK_FIGURES;
  if (path !== undefined) {
    appendFileSync(path, complete.map((figure) => `${JSON.stringify(figure)}\n`).join(''));
  }
  expect(complete.filter((figure) => !isHeld(figure))).toEqual([]);
}
