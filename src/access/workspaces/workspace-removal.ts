import type { WorkspaceInput } from '../../../workflows/contracts';
import { currentTime } from '../../platform/clock';
import {
  countWorkspaceContent,
  deleteNextDocuments,
  listWorkspaceCollections,
} from '../../platform/mongo/delete-workspace-content';
import { awaitOpenTransactions } from '../../platform/mongo/open-transactions';
import {
  addDeletedCount,
  beginDeletion,
  completeDeletion,
  findDeletion,
} from './workspace-deletion.repository';
import type { WorkspaceWorkflows } from './workspace-workflows';

/** A step ends after this time, so that the progress is saved. */
const STEP_MS = 2000;
/** The server ends a transaction after a minute. */
const MAX_TRANSACTIONS_WAIT_MS = 90_000;

export interface RemovalDependencies {
  workflows: Pick<WorkspaceWorkflows, 'cancelAll'>;
  /** Removes what starts workflows of a workspace outside of requests, such as schedules. */
  stopSources(workspaceId: string): Promise<void>;
  /** The ids of workflows that may still write to a workspace, at most some hundreds at a time. */
  listOpenWorkflows: ((workspaceId: string) => Promise<string[]>)[];
  /**
   * By collection, deletes documents that depend on documents about to be deleted but have no workspace id.
   */
  dependents: Record<string, (ids: string[]) => Promise<void>>;
  /** Delete the next documents that refer to the workspace in another way; return their number. */
  others: ((workspaceId: string) => Promise<number>)[];
}

export type WorkspaceRemoval = ReturnType<typeof createWorkspaceRemoval>;

/** The steps of a deletion, as its workflow calls them. Every function is idempotent. */
export function createWorkspaceRemoval(dependencies: RemovalDependencies) {
  const { workflows, stopSources, listOpenWorkflows, dependents, others } = dependencies;

  return {
    /** Waits for transactions based on reads from before the deletion. False when there is no deletion. */
    async beginWorkspaceDeletion({ workspaceId }: WorkspaceInput): Promise<boolean> {
      const deletion = await findDeletion(workspaceId);
      if (deletion === null) return false;
      await awaitOpenTransactions(AbortSignal.timeout(MAX_TRANSACTIONS_WAIT_MS));
      if (deletion.status === 'pending')
        await beginDeletion(workspaceId, await countWorkspaceContent(workspaceId));
      return true;
    },

    /** Cancels open workflows of the workspace. Returns whether all have ended. */
    async stopWorkspaceWork({ workspaceId }: WorkspaceInput): Promise<boolean> {
      await stopSources(workspaceId);
      for (const list of listOpenWorkflows) {
        // In this order: optimization runs start experiments, so experiments are listed when no run is left.
        const running = await workflows.cancelAll(await list(workspaceId));
        if (running > 0) return false;
      }
      return true;
    },

    /** Deletes content for about two seconds. Returns whether nothing is left. */
    async deleteWorkspaceContent({ workspaceId }: WorkspaceInput): Promise<boolean> {
      const endAt = performance.now() + STEP_MS;
      const collections = await listWorkspaceCollections();
      const sources = [
        ...collections.map(
          (collection) => () =>
            deleteNextDocuments(collection, workspaceId, dependents[collection.collectionName]),
        ),
        ...others.map((deleteOthers) => () => deleteOthers(workspaceId)),
      ];
      let deletedInRound: number;
      do {
        deletedInRound = 0;
        for (const deleteSome of sources) {
          const count = await deleteSome();
          if (count > 0) await addDeletedCount(workspaceId, count);
          deletedInRound += count;
          if (count > 0 && performance.now() > endAt) return false;
        }
        // Only a round that found nothing proves that nothing is left: deleting messages may mark their
        // periods.
      } while (deletedInRound > 0);
      return true;
    },

    async completeWorkspaceDeletion({ workspaceId }: WorkspaceInput): Promise<void> {
      await completeDeletion(workspaceId, currentTime());
    },
  };
}
