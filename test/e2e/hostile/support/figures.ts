import { appendFileSync } from 'node:fs';

/** A measured value of an attack with its bound. */
export interface Figure {
  /** The item of docs/security.md that the attack belongs to, e.g. `1` or `also`. */
  item: string;
  /** The quantity, as shown in the table of `npm run attack`. */
  name: string;
  measured: number;
  /** Printed after the number: `ms`, `MB`, `calls`; empty for a count. */
  unit: string;
  max: number | null;
  min: number | null;
}

/** `npm run attack` runs every attack at full size; CI runs a bounded one. */
export const isFullScale = process.env.ATTACK_SCALE === 'full';

/** The size of an attack: one that CI can afford, or one that was harmful before the fix. */
export function atScale<Size>(bounded: Size, full: Size): Size {
  return isFullScale ? full : bounded;
}

/**
 * The longest gap of `/healthz` that an attack may cause. A CI machine shares its processors, which alone
 * suspends a process for up to a quarter of a second; a blocked event loop is silent for seconds.
 */
export const MAX_GAP_MS = atScale(500, 250);

export function isHeld({ measured, max, min }: Figure): boolean {
  return (max === null || measured <= max) && (min === null || measured >= min);
}

/**
 * Records a figure for the table of `npm run attack`, and fails the test if it exceeds its bound. Figures
 * that are passed together are all recorded before the first failure ends the test.
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
