const CONTROL = /\p{Cc}+/gu;

/** `1,512`; a number that is missing is a dash. */
export function formatNumber(value: number | null, digits = 0): string {
  return value === null ? '–' : value.toLocaleString('en', { maximumFractionDigits: digits });
}

/** `1 issue`, `2 issues`. */
export function numbered(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Text from outside on one line, and without what could command a terminal. */
export function oneLine(text: string): string {
  return text.replace(CONTROL, ' ').replace(/ {2,}/g, ' ').trim();
}
