import { useState } from 'react';
import { recordVisit, type Visits } from './visits';

/**
 * The end of the visit before this one, of this browser; null on the first visit. `owner` is the workspace and user.
 */
export function usePreviousVisit(owner: string): string | null {
  const [previous] = useState(() => {
    const key = `review-visit/${owner}`;
    const stored = localStorage.getItem(key);
    const visits = recordVisit(stored === null ? null : (JSON.parse(stored) as Visits), new Date());
    localStorage.setItem(key, JSON.stringify(visits));
    return visits.previous;
  });
  return previous;
}
