/** Converts an API name to text: `tool_argument_fabrication` becomes "tool argument fabrication". */
export function humanize(name: string): string {
  return name.replaceAll('_', ' ');
}

/** Begins a text with a capital letter. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Formats a count with its noun: `1 issue`, `2 issues`. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** "Not judgeable: language" */
export function describeVerdict(status: 'no_verdict' | 'not_judgeable', reason: string | null): string {
  const name = status === 'no_verdict' ? 'No verdict' : 'Not judgeable';
  return reason === null ? name : `${name}: ${humanize(reason)}`;
}
