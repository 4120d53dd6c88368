import type { OnlineEvaluationService } from '../evaluation/online/online-evaluation.service';
import { type JoinedHistories, joinHistories } from './join-histories';
import { KeyedMutex } from './keyed-mutex';
import type { Scope } from './span-record';
import { joinConversations, type StoreDependencies, settle } from './store-records';
import { clearJoinDue, listJoinDue, markJoinDue } from './trace-history.repository';

/** An export joins conversations for so long; a pass of the worker continues. */
const MAX_JOIN_MS = 5000;

/** Due conversations of a workspace in one pass. */
const MAX_DUE = 256;

interface JoinDependencies extends Omit<StoreDependencies, 'onlineEvaluation'> {
  onlineEvaluation: Pick<OnlineEvaluationService, 'markDue' | 'start'>;
  inScope<Result>(workspaceId: string, work: (scope: Scope) => Promise<Result>): Promise<Result>;
}

/** Joins conversations with those that they continue, one call of a workspace after the other. */
export function createJoins(dependencies: JoinDependencies) {
  const { inScope, onlineEvaluation } = dependencies;
  const turns = new KeyedMutex();

  /**
   * Joins conversations until the client has gone or an export has spent its time, and marks those that are left as due.
   * Updates `due`, the conversations with new replies to evaluate. Returns the milliseconds that it took.
   */
  async function join(
    workspaceId: string,
    conversationIds: readonly string[],
    due: Set<string>,
    { signal, spentMs }: { signal: AbortSignal; spentMs: number },
  ): Promise<number> {
    if (conversationIds.length === 0) return 0;
    const startedAt = performance.now();
    const elapsedMs = () => performance.now() - startedAt;
    const mayContinue = () => !signal.aborted && spentMs + elapsedMs() < MAX_JOIN_MS;
    const joinSome = async (histories: JoinedHistories[]) => {
      const joined = await inScope(workspaceId, (scope) => joinConversations(dependencies, scope, histories));
      settle(joined, due);
      return joined;
    };
    const left = await turns.run(workspaceId, () =>
      joinHistories(workspaceId, conversationIds, joinSome, mayContinue),
    );
    await markJoinDue(workspaceId, left);
    return elapsedMs();
  }

  return {
    join,

    /** Continues joins that exports have left; returns whether none is due any more. */
    async joinDue(workspaceId: string, signal: AbortSignal): Promise<boolean> {
      const marked = await listJoinDue(workspaceId, MAX_DUE);
      const last = marked.at(-1);
      if (last === undefined) return true;
      const ids = marked.map(({ id }) => id);
      const due = new Set<string>();
      await join(workspaceId, ids, due, { signal, spentMs: 0 });
      // Those that are left were marked again.
      await clearJoinDue(workspaceId, ids, last.joinAt);
      if (due.size > 0) await onlineEvaluation.start(workspaceId, [...due]);
      return (await listJoinDue(workspaceId, 1)).length === 0;
    },
  };
}
