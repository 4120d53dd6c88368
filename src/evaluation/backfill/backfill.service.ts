import { compileMessageFilter } from '../../conversations/message-filter/message-filter';
import { currentTime } from '../../platform/clock';
import { notFound, valueError } from '../../platform/errors/error-templates';
import type { Page, PageQuery } from '../../platform/http/page';
import { byTime, type Pager } from '../../platform/http/pager';
import type { Logger } from '../../platform/logging';
import { inTransaction, isDuplicateKey } from '../../platform/mongo/connection';
import type { CreateWithinLimits } from '../../platform/mongo/created-content';
import { type TimeLimit, withinTimeLimit } from '../../platform/mongo/time-limit';
import type { PricedCalls } from '../../providers/priced-calls';
import type { EvaluatorRecord } from '../evaluators/evaluator-record';
import { getRequestedEvaluator } from '../evaluators/requested-evaluator';
import {
  countDueOfBackfills,
  deleteDueOfBackfill,
  insertListingOfBackfill,
} from '../online/due-evaluation.repository';
import {
  type Backfill,
  type BackfillSource,
  type BackfillStatus,
  type BackfillWithProgress,
  firstPosition,
  type ListedBackfill,
} from './backfill';
import { findBackfill, insertBackfill, listBackfills, saveCancelled } from './backfill.repository';
import { filterLoc, listOpen } from './list-open';
import { listUnknownIds, type OpenReplyCount } from './open-replies.repository';

const evaluatorLoc = ['body', 'evaluator_id'];
const MAX_NAMED_UNKNOWN = 100;

export interface NewBackfill {
  source: BackfillSource;
  /** Null: the default evaluator. */
  evaluatorId: string | null;
  limit: number;
}

/** What a backfill would evaluate, call and cost. */
export interface BackfillEstimate {
  evaluator: EvaluatorRecord;
  conversations: number;
  replies: number;
  /** Null for the embedded evaluator. */
  judging: PricedCalls | null;
}

export interface BackfillDependencies {
  /** @throws AppError limit_reached if the model of the judge costs something and the workspace has spent its limit */
  admitModel(workspaceId: string, model: string | null): Promise<void>;
  /** Estimates the calls that judge replies; null for the embedded evaluator. */
  estimateJudging(
    workspaceId: string,
    evaluator: EvaluatorRecord,
    open: readonly OpenReplyCount[],
    limit: TimeLimit,
  ): Promise<PricedCalls | null>;
  createWithinLimits: CreateWithinLimits<'backfills'>;
  /** Makes the workspace's workflow look for what is due now. */
  wake(workspaceId: string): Promise<void>;
  queryTimeoutMs: number;
  pager: Pager;
  logger: Logger;
}

export type BackfillService = ReturnType<typeof createBackfillService>;

/** Evaluations of stored replies, which the workflow of the workspace executes. */
export function createBackfillService(dependencies: BackfillDependencies) {
  return {
    estimate: estimate.bind(null, dependencies),
    create: create.bind(null, dependencies),
    list: list.bind(null, dependencies),
    get,
    cancel,
  };
}

/** @throws AppError value_error, query_timeout; ValidationError for an invalid filter */
async function estimate(
  { estimateJudging, queryTimeoutMs }: BackfillDependencies,
  workspaceId: string,
  { source, evaluatorId, limit: maxConversations }: NewBackfill,
  signal: AbortSignal,
): Promise<BackfillEstimate> {
  const evaluator = await getRequestedEvaluator(workspaceId, evaluatorId, evaluatorLoc);
  await checkSource(workspaceId, source);
  return withinTimeLimit(queryTimeoutMs, signal, async (limit) => {
    const open: OpenReplyCount[] = [];
    let position: typeof firstPosition | null = firstPosition;
    while (position !== null && open.length < maxConversations) {
      const page = await listOpen({ workspaceId, source, evaluator }, position, limit);
      open.push(...page.open);
      position = page.next;
    }
    const counted = open.slice(0, maxConversations);
    return {
      evaluator,
      conversations: counted.length,
      replies: counted.reduce((sum, { replies }) => sum + replies, 0),
      judging: await estimateJudging(workspaceId, evaluator, counted, limit),
    };
  });
}

/**
 * Stores a backfill under an id, the stored one if it exists, and starts it.
 * @throws AppError value_error, limit_reached; conflict beyond a limit; not_found if the workspace is deleted;
 * ValidationError for an invalid filter
 */
async function create(
  dependencies: BackfillDependencies,
  workspaceId: string,
  id: string,
  { source, evaluatorId, limit }: NewBackfill,
): Promise<BackfillWithProgress> {
  const { admitModel, createWithinLimits, wake, logger } = dependencies;
  const evaluator = await getRequestedEvaluator(workspaceId, evaluatorId, evaluatorLoc);
  await checkSource(workspaceId, source);
  await admitModel(workspaceId, evaluator.config?.model ?? null);
  const backfill: Backfill = {
    id,
    workspaceId,
    evaluatorId: evaluator.id,
    evaluatorVersion: evaluator.version,
    source,
    limit,
    isCancelled: false,
    position: firstPosition,
    isListed: false,
    listedCount: 0,
    failedCount: 0,
    cancelledCount: 0,
    createdAt: currentTime(),
  };
  try {
    await inTransaction((session) =>
      createWithinLimits(workspaceId, 'backfills', session, async () => {
        await insertBackfill(backfill, session);
        await insertListingOfBackfill(workspaceId, id, session);
      }),
    );
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  await wake(workspaceId).catch((error: unknown) => {
    logger.warn({ err: error, workspaceId }, 'a backfill was not started; the reconciler will start it');
  });
  return get(workspaceId, id);
}

/** A page of the backfills of a workspace, newest first. @throws AppError cursor_invalid */
async function list(
  { pager }: BackfillDependencies,
  workspaceId: string,
  query: PageQuery,
): Promise<Page<BackfillWithProgress>> {
  const page = await pager.list({
    order: byTime,
    scope: ['backfills', workspaceId],
    query,
    find: (after, limit) => listBackfills(workspaceId, after, limit),
  });
  return { ...page, items: await withProgress(workspaceId, page.items) };
}

/** @throws AppError not_found */
async function get(workspaceId: string, id: string): Promise<BackfillWithProgress> {
  const backfill = await findBackfill(workspaceId, id);
  const [found] = await withProgress(workspaceId, backfill === null ? [] : [backfill]);
  if (found === undefined) throw notFound('Evaluation', 'evaluation_id');
  return found;
}

async function withProgress(
  workspaceId: string,
  backfills: readonly ListedBackfill[],
): Promise<BackfillWithProgress[]> {
  const pending = await countDueOfBackfills(
    workspaceId,
    backfills.map(({ id }) => id),
  );
  return backfills.map((backfill) => {
    const pendingCount = pending.get(backfill.id) ?? 0;
    return { ...backfill, pendingCount, status: statusOf(backfill, pendingCount) };
  });
}

/** Ends a backfill; what is being evaluated is completed. @throws AppError not_found */
async function cancel(workspaceId: string, id: string): Promise<BackfillWithProgress> {
  const { status } = await get(workspaceId, id);
  if (status === 'running') {
    await inTransaction(async (session) => {
      const count = await deleteDueOfBackfill(workspaceId, id, session);
      await saveCancelled(workspaceId, id, count, session);
    });
  }
  return get(workspaceId, id);
}

function statusOf({ isCancelled, isListed }: ListedBackfill, pendingCount: number): BackfillStatus {
  if (isCancelled) return 'cancelled';
  return isListed && pendingCount === 0 ? 'completed' : 'running';
}

/** @throws AppError value_error for unknown conversations; ValidationError for an invalid filter */
async function checkSource(workspaceId: string, { conversationIds, filter }: BackfillSource): Promise<void> {
  if (filter !== null) compileMessageFilter(filter, { bounds: 'optional', loc: filterLoc });
  const unknown = conversationIds === null ? [] : await listUnknownIds(workspaceId, conversationIds);
  if (unknown.length === 0) return;
  throw valueError(`${unknown.length} conversations do not exist`, {
    loc: ['body', 'conversation_ids'],
    ctx: { conversation_ids: unknown.slice(0, MAX_NAMED_UNKNOWN) },
  });
}
