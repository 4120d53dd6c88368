import { rateLimited } from '../../platform/errors/error-templates';
import { ConcurrencyLimit } from '../../platform/http/concurrency-limit';

const RETRY_AFTER_MS = 10_000;

/** Lower than for other responses: few exports run concurrently, so slow clients are acceptable. */
export const MIN_EXPORT_BYTES_PER_SECOND = 8 * 1024;

/**
 * Limits concurrent exports or imports to two per workspace and eight per process; rejects more with
 * rate_limited.
 */
export function createTransferLimit(name: 'exports' | 'imports'): ConcurrencyLimit {
  return new ConcurrencyLimit({
    perWorkspace: 2,
    perProcess: 8,
    refusal: (isOfWorkspace) => {
      const whose = isOfWorkspace ? 'of this workspace' : 'of all workspaces';
      return rateLimited(`${name} ${whose} are running`, RETRY_AFTER_MS);
    },
  });
}
