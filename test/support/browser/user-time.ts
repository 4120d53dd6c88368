import type { Locator } from 'playwright-core';

/** Card, Moran and Newell, CACM 23 (1980) 396–410: an average typist, pointing, and mental preparation. */
const KEY_SECONDS = 0.28;
const POINT_SECONDS = 1.1;
const PREPARE_SECONDS = 1.35;
/** Brysbaert, Journal of Memory and Language 109 (2019) 104047: silent reading of English. */
const WORDS_PER_SECOND = 238 / 60;
/** To change to the terminal and press two keys. */
const PASTE_SECONDS = PREPARE_SECONDS + POINT_SECONDS + 2 * KEY_SECONDS;

/** The time that a person would need for a walk through the dashboard, with the time that the service takes. */
export class UserTime {
  private readonly startedAt = performance.now();
  private simulated = 0;

  async type(field: Locator, text: string): Promise<void> {
    this.simulated += PREPARE_SECONDS + POINT_SECONDS + text.length * KEY_SECONDS;
    await field.fill(text);
  }

  async click(target: Locator): Promise<void> {
    this.simulated += PREPARE_SECONDS + POINT_SECONDS;
    await target.click();
  }

  /** Reads all text but code. */
  async read(target: Locator): Promise<void> {
    const text = await target.innerText();
    const code = await target.locator('pre').allInnerTexts();
    const words = (all: string) => all.split(/\s+/).filter((word) => word !== '').length;
    this.simulated += (words(text) - words(code.join('\n'))) / WORDS_PER_SECOND;
  }

  paste(times: number): void {
    this.simulated += times * PASTE_SECONDS;
  }

  seconds(): number {
    return this.simulated + (performance.now() - this.startedAt) / 1000;
  }
}
