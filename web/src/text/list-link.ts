/** A list with its URL parameters. */
export interface ListLink {
  name: string;
  to: string;
}

/** The list in the router state of a link; null if there is none, or if an earlier release stored another format. */
export function readListLink(state: unknown): ListLink | null {
  const from = isRecord(state) ? state.from : null;
  if (!isRecord(from)) return null;
  const { name, to } = from;
  return typeof name === 'string' && typeof to === 'string' ? { name, to } : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
