import type { EvaluatedItem, ExecuteItemInput, PairOutcome } from '../../../workflows/contracts';
import type { ConversationService } from '../../conversations/conversation.service';
import { currentTime } from '../../platform/clock';
import { AppError, errorCatalog } from '../../platform/errors/app-error';
import { internalError, resourceNotFound } from '../../platform/errors/error-templates';
import { isMongoOutage } from '../../platform/mongo/outage';
import { sumExecutionCostsUnscoped, sumItemCostsUnscoped } from '../store/call-cost.unscoped.repository';
import type { Experiment, ExperimentItem } from '../store/experiment';
import { beginTry, changeOpenItem, findItem } from '../store/item.repository';
import { countEndedTry } from '../store/running-tally';
import { evaluateBaseline, evaluateReply, findingsOf } from './item-evaluation';
import { getOrGenerateReply } from './item-reply';
import type { ExperimentPlan, ItemTry } from './item-try';
import { ItemTryAccount } from './item-try-account';
import { isWaitedOut, waitMsAfter } from './provider-wait';
import { findReplyContext } from './reply-context';
import { replyLength } from './reply-length';

/** Transient failures after which an item fails. Failures of a provider that are waited out do not count. */
const MAX_TRANSIENT_FAILURES = 8;

type ItemConversations = Pick<
  ConversationService,
  'admitTranscript' | 'getTranscript' | 'findReply' | 'saveReply' | 'storeEvaluation' | 'reconcileAfterWrite'
>;

export interface ItemExecutorDependencies {
  conversations: ItemConversations;
  planOf(experimentId: string): Promise<ExperimentPlan>;
  /**
   * Called before each paid call.
   * @throws AppError limit_reached if the workspace has reached its spend limit
   */
  admitSpending?: (workspaceId: string) => Promise<void>;
}

export type ItemExecutor = ReturnType<typeof createItemExecutor>;

/**
 * Completes an item, continuing where an earlier try stopped. Each step is saved before the next one begins,
 * under ids that are the same in each try and only once, so that a retry neither pays again nor writes
 * something else.
 */
export function createItemExecutor(dependencies: ItemExecutorDependencies) {
  return { evaluateItem: evaluateItem.bind(null, dependencies) };
}

/**
 * Returns the cost of the item in this execution, including lost tries, and with a stopping rule the outcome of
 * its pair, which is the same in each try. `tries` counts this one too.
 * @throws AppError; any but a final one can be retried
 */
async function evaluateItem(
  { conversations, planOf, admitSpending }: ItemExecutorDependencies,
  { experimentId, itemId, executionNumber }: ExecuteItemInput,
  { signal, tries }: { signal: AbortSignal; tries: number },
): Promise<EvaluatedItem> {
  const plan = await planOf(experimentId);
  const { workspaceId } = plan.experiment;
  const executed = { id: itemId, workspaceId, executionNumber };
  const item = await beginTry(executed, plan.model === null ? 'evaluating' : 'generating');
  // An earlier try ended it without reporting its cost, or its execution has ended.
  if (item === null) {
    const costCents = await sumItemCostsUnscoped(itemId, executionNumber);
    return { costCents, ...(await storedPair(plan, itemId)) };
  }
  const account = new ItemTryAccount(item, admitSpending);
  const costCents = async () => {
    if (item.attempts === 1 && !account.hasCalls) return 0;
    await account.save();
    return sumItemCostsUnscoped(itemId, executionNumber);
  };
  try {
    const result = await conversations.admitTranscript(item, signal, async () => {
      const transcript = await conversations.getTranscript(item.workspaceId, item.conversationId);
      const context = await findReplyContext(item, transcript, plan.experiment, conversations);
      return completeItem(conversations, { plan, item, signal, account, ...context });
    });
    await countEndedTry(workspaceId, experimentId);
    return { costCents: await costCents(), ...pairOf(plan, result) };
  } catch (error) {
    // Neither a cancellation nor an outage of MongoDB counts as a failure of the item.
    if (signal.aborted || isMongoOutage(error)) throw error;
    await countEndedTry(workspaceId, experimentId);
    await account.save();
    const mayGoOn = async () => !account.hasCalls || !(await hasSpentLimit(plan.experiment, executionNumber));
    throw await recordFailure(item, error, { tries, mayGoOn });
  }
}

async function completeItem(conversations: ItemConversations, itemTry: ItemTry): Promise<ItemResult> {
  const { item, transcript } = itemTry;
  let result: ItemResult;
  let isConversationThere = false;
  try {
    result = await computeResult(conversations, itemTry);
  } finally {
    // A failed try may have written too.
    isConversationThere = await conversations.reconcileAfterWrite(transcript.conversation);
  }
  if (!isConversationThere) throw resourceNotFound('Conversation');
  await changeOpenItem(item, {
    ...result,
    status: 'completed',
    completedAt: currentTime(),
    evaluationsReceived: item.evaluationsExpected,
  });
  return result;
}

async function computeResult(conversations: ItemConversations, itemTry: ItemTry): Promise<ItemResult> {
  const baseline = withLength(itemTry);
  const reply = await getOrGenerateReply(itemTry, conversations);
  const ofReply = await evaluateReply(itemTry, conversations, reply);
  const ofBaseline = await evaluateBaseline(itemTry, conversations, ofReply);
  return {
    reply: { ...reply.side, ...findingsOf(ofReply) },
    baseline:
      baseline === null || ofBaseline === null ? baseline : { ...baseline, ...findingsOf(ofBaseline) },
  };
}

/** The original reply of an item with its length; it may have been deleted since. */
function withLength({ item: { baseline }, transcript }: ItemTry): ExperimentItem['baseline'] {
  const original = transcript.messages.find(({ id }) => id === baseline?.messageId);
  return baseline && original ? { ...baseline, lengthChars: replyLength(original.parts) } : baseline;
}

interface FailedTry {
  /** The number of tries so far. */
  tries: number;
  /** Whether the cost limit allows another try. */
  mayGoOn(): Promise<boolean>;
}

/** Without this, an item whose calls time out could be charged for them for a day. */
async function hasSpentLimit({ id, maxCostCents }: Experiment, executionNumber: number): Promise<boolean> {
  return maxCostCents !== null && (await sumExecutionCostsUnscoped(id, executionNumber)) >= maxCostCents;
}

/** Queues the item for its next try, and returns the error to fail this one with. */
async function recordFailure(
  item: ExperimentItem,
  error: unknown,
  { tries, mayGoOn }: FailedTry,
): Promise<AppError> {
  const appError =
    error instanceof AppError ? error : internalError('See the log of the worker', { cause: error });
  const { retry } = errorCatalog[appError.code];
  if (retry === 'never' || appError.isFinal) return appError.asFinal();
  const isWait = isWaitedOut(appError);
  const transientFailures = item.transientFailures + (isWait ? 0 : 1);
  const { code, message } = appError;
  await changeOpenItem(item, { status: 'queued', queuedReason: { code, message }, transientFailures });
  if (transientFailures >= MAX_TRANSIENT_FAILURES || (isWait && !(await mayGoOn())))
    return appError.asFinal();
  return isWait ? appError.retryingAfter(waitMsAfter(tries, appError)) : appError;
}

/** Both sides of an item after its evaluation. */
type ItemResult = Pick<ExperimentItem, 'reply' | 'baseline'>;

/** Which replies of an item have an issue; null unless both have a verdict. */
export function pairOutcomeOf({ reply, baseline }: ItemResult): PairOutcome | null {
  if (reply.findings === null || baseline?.findings == null) return null;
  const hasIssue = reply.findings.length > 0;
  if (baseline.findings.length > 0) return hasIssue ? 'both' : 'only_original';
  return hasIssue ? 'only_reply' : 'neither';
}

/** The pair of an item, if the experiment has a rule that needs it. */
function pairOf({ experiment }: ExperimentPlan, result: ItemResult): Pick<EvaluatedItem, 'pair'> {
  return experiment.stopWhen === null ? {} : { pair: pairOutcomeOf(result) };
}

/** The pair of an item that an earlier try has completed. */
async function storedPair(plan: ExperimentPlan, itemId: string): Promise<Pick<EvaluatedItem, 'pair'>> {
  if (plan.experiment.stopWhen === null) return {};
  const item = await findItem(plan.experiment, itemId);
  return item?.status === 'completed' ? pairOf(plan, item) : { pair: null };
}
