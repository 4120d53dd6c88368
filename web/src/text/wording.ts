/** Converts an API name to text: `tool_argument_fabrication` becomes "tool argument fabrication". */
export function humanize(name: string): string {
  return name.replaceAll('_', ' ');
}

/** Formats a count with its noun: `1 issue`, `2 issues`. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
