import { rateLimited } from '../../platform/errors/error-templates';
import { type Caller, responsibleUser, type WorkspaceAccess } from '../../platform/http/caller';
import { ConcurrencyLimit } from '../../platform/http/concurrency-limit';

const RETRY_AFTER_MS = 10_000;

/** Lower than for other responses: few exports run concurrently, so slow clients are acceptable. */
export const MIN_EXPORT_BYTES_PER_SECOND = 8 * 1024;

/** The sender of an export or import, and its workspace. */
export interface TransferHolder {
  caller: Caller;
  workspace: Pick<WorkspaceAccess, 'workspaceId'>;
}

/** Limits concurrent exports or imports of an api process. */
export interface TransferLimit {
  /** @throws AppError rate_limited */
  run<Result>(holder: TransferHolder, work: () => Promise<Result>): Promise<Result>;
}

/**
 * Two per workspace, two per user with all workspaces and keys, and eight per process, one of which is for a workspace
 * that has none.
 */
export function createTransferLimit(name: 'exports' | 'imports'): TransferLimit {
  const limit = new ConcurrencyLimit({
    perHolder: 2,
    perProcess: 8,
    reserved: 1,
    refusal: (holder) => {
      const whose = holder === null ? 'of all workspaces' : `of this ${holder.split(':')[0]}`;
      return rateLimited(`${name} ${whose} are running`, RETRY_AFTER_MS);
    },
  });
  return {
    run: ({ caller, workspace }, work) =>
      limit.run([`workspace:${workspace.workspaceId}`, `user:${responsibleUser(caller)}`], work),
  };
}
