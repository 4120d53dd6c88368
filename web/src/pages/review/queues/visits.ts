/** Visits closer together are one. */
const VISIT_GAP_MS = 30 * 60_000;

export interface Visits {
  /** When the visit before the last one ended. */
  previous: string | null;
  last: string;
}

/** The visits after the page was opened once more; null: for the first time. */
export function recordVisit(visits: Visits | null, now: Date): Visits {
  const last = now.toISOString();
  if (visits === null) return { previous: null, last };
  const isNew = now.getTime() - Date.parse(visits.last) > VISIT_GAP_MS;
  return { previous: isNew ? visits.last : visits.previous, last };
}
