/** A reloaded page may start before the browser has released the locks of the page before. */
const MAX_WAIT_MS = 1000;

const locked = new Set<string>();

/**
 * Locks a lease until this page is closed; returns false if another tab has it. A duplicated tab has a copy of the stored
 * leases, but must not review the same items.
 */
export function lockLease(leaseId: string): Promise<boolean> {
  // Browsers offer locks only over HTTPS or on localhost.
  if (navigator.locks === undefined || locked.has(leaseId)) return Promise.resolve(true);
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(MAX_WAIT_MS);
    const holdUntilClosed = () => {
      locked.add(leaseId);
      resolve(true);
      return new Promise<never>(() => undefined);
    };
    navigator.locks
      .request(`review-lease/${leaseId}`, { signal }, holdUntilClosed)
      .catch(() => resolve(false));
  });
}
