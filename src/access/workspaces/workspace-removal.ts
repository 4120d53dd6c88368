import type { WorkspaceInput } from '../../../workflows/contracts';
import { currentTime } from '../../platform/clock';
import { awaitOpenTransactions } from '../../platform/mongo/open-transactions';
import {
  countWorkspaceContent,
  deleteNextDocuments,
  listWorkspaceCollections,
} from '../../platform/mongo/workspace-content';
import {
  addDeletedCount,
  beginDeletion,
  completeDeletion,
  findDeletion,
} from './workspace-deletion.repository';
import type { WorkspaceWorkflows } from './workspace-workflows';

/** A step ends after this, so that the progress is saved. */
const STEP_MS = 2000;
/** A server ends a transaction after a minute. */
const MAX_TRANSACTIONS_WAIT_MS = 90_000;

export interface RemovalDependencies {
  workflows: Pick<WorkspaceWorkflows, 'cancelAll'>;
  /** The ids of workflows that may still write for a workspace, at most some hundreds at a time. */
  listOpenWorkflows: ((workspaceId: string) => Promise<string[]>)[];
  /** By collection, deletes what belongs to documents that are about to be deleted but does not name the workspace. */
  dependents: Record<string, (ids: string[]) => Promise<void>>;
  /** Delete the next of what names the workspace in another way; they return how many they have deleted. */
  others: ((workspaceId: string) => Promise<number>)[];
}

export type WorkspaceRemoval = ReturnType<typeof createWorkspaceRemoval>;

/** The steps of a deletion, as its workflow calls them. Every function may run twice. */
export function createWorkspaceRemoval(dependencies: RemovalDependencies) {
  const { workflows, listOpenWorkflows, dependents, others } = dependencies;

  return {
    /** Waits for transactions that store by what they read before the deletion. False when there is no deletion. */
    async beginWorkspaceDeletion({ workspaceId }: WorkspaceInput): Promise<boolean> {
      const deletion = await findDeletion(workspaceId);
      if (deletion === null) return false;
      await awaitOpenTransactions(AbortSignal.timeout(MAX_TRANSACTIONS_WAIT_MS));
      if (deletion.status === 'pending')
        await beginDeletion(workspaceId, await countWorkspaceContent(workspaceId));
      return true;
    },

    /** Cancels open workflows of the workspace. Returns whether none is running any more. */
    async stopWorkspaceWork({ workspaceId }: WorkspaceInput): Promise<boolean> {
      for (const list of listOpenWorkflows) {
        // In this order: an optimization run starts experiments, so they are looked for when no run is left.
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
        // Only a round that found nothing says that nothing is left: deleting messages may change their periods.
      } while (deletedInRound > 0);
      return true;
    },

    async completeWorkspaceDeletion({ workspaceId }: WorkspaceInput): Promise<void> {
      await completeDeletion(workspaceId, currentTime());
    },
  };
}
