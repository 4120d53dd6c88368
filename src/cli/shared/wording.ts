const CONTROL = /\p{Cc}+/gu;

/** `1,512`; a dash for a missing number. */
export function formatNumber(value: number | null, digits = 0): string {
  return value === null ? '–' : value.toLocaleString('en', { maximumFractionDigits: digits });
}

/** `1 issue`, `2 issues`. */
export function numbered(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Untrusted text on one line, without control characters for the terminal. */
export function oneLine(text: string): string {
  return text.replace(CONTROL, ' ').replace(/ {2,}/g, ' ').trim();
}
