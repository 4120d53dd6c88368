const CONTROL = /\p{Cc}+/gu;
const CONTROL_BUT_NEWLINE = /(?!\n)\p{Cc}/gu;

/** `1,512`; a dash for a missing number. */
export function formatNumber(value: number | null, digits = 0): string {
  return value === null ? '–' : value.toLocaleString('en', { maximumFractionDigits: digits });
}

/** `12.5%` for 0.125; a dash for a missing share. */
export function formatPercent(share: number | null): string {
  return share === null ? '–' : `${formatNumber(100 * share, 1)}%`;
}

/** `1 issue`, `2 issues`. */
export function numbered(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Untrusted text on one line, without control characters for the terminal and commands for a CI. */
export function oneLine(text: string): string {
  return withoutCommands(text.replace(CONTROL, ' ').replace(/ {2,}/g, ' ').trim());
}

/** The same with its line ends and spaces. */
export function printable(text: string): string {
  return withoutCommands(text.replace(CONTROL_BUT_NEWLINE, ' '));
}

/**
 * GitHub and Azure Pipelines obey lines of a log that begin with `::set-output …::`, and `##[…]` or `##vso[…]` anywhere:
 * https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs
 */
function withoutCommands(text: string): string {
  return text.replace(/##(?=\w*\[)/g, '# #').replace(/^(\s*):(?=:)/gm, '$1: ');
}
