import { randomUUID } from 'node:crypto';
import type { IssueConfig } from '../../../packages/detector';
import type { Notices } from '../../../packages/formats';
import { recordSpend } from '../../access/limits/spend.repository';
import type { ConversationService } from '../../conversations/conversation.service';
import { type Evaluation, makeEvaluation } from '../../conversations/evaluations/evaluation';
import {
  listEvaluationsOfConversation,
  saveEvaluations,
} from '../../conversations/evaluations/evaluation.repository';
import type { NewConversation, NewMessage } from '../../conversations/transcript/conversation';
import { verdictOf } from '../../conversations/transcript/message-facts';
import { toNewMessage } from '../../conversations/wire/conversation.mapper';
import { derivedId } from '../../platform/derived-id';
import { AppError } from '../../platform/errors/app-error';
import { conflict } from '../../platform/errors/error-templates';
import { createBatcher } from '../../platform/mongo/batcher';
import { inTransaction, isDuplicateKey } from '../../platform/mongo/connection';
import { applyCalibration } from '../../review/calibration/apply-calibration';
import { listActiveCalibrations } from '../../review/calibration/calibration.repository';
import type { EvaluatorFactory } from '../evaluators/evaluator-factory';
import type { EvaluatorRecord } from '../evaluators/evaluator-record';
import { getRequestedEvaluator } from '../evaluators/requested-evaluator';
import { getIssueConfig } from '../issue-config/issue-config-versions';
import { type IssueConfigWarning, listWarnings } from '../issue-config/uncovered-kinds';
import { storeJudged } from '../judging/store-judged';
import { judge } from '../judgment/judge';
import { addTurn, checkContinuation } from './conversation-turn';
import type { DetectionRequest } from './detection.schema';
import { otherFields, toGeneration } from './generation-info';

type StoredConversations = Pick<
  ConversationService,
  'addConversations' | 'findContinuedTranscript' | 'recordFindings' | 'recordVerdicts' | 'replaceConversation'
>;

export interface DetectionDependencies {
  createEvaluator: EvaluatorFactory;
  conversations: StoredConversations;
  /** @throws AppError limit_reached if the workspace has reached its spend limit */
  admitModel(workspaceId: string, model: string | null): Promise<void>;
}

export interface DetectionContext {
  workspaceId: string;
  /** The id under which the conversation is stored. A repeated request has the same id and does not store it again. */
  conversationId: string;
  /** How the request differs from what was sent. */
  notices?: Notices | null;
  signal: AbortSignal;
}

/** An evaluation, and what the evaluator does not look for with the labels of the request. */
export interface DetectionResult {
  evaluation: Evaluation;
  warnings: IssueConfigWarning[];
}

interface JudgedTurn {
  conversation: NewConversation;
  evaluation: Evaluation;
}

interface Detection extends DetectionDependencies {
  storeTogether(turn: JudgedTurn): Promise<Evaluation>;
}

const evaluatorLoc = ['body', 'config', 'evaluator_id'];
/** Detections per transaction; a conversation may have megabytes. */
const STORED_TOGETHER = 20;

export type DetectionService = ReturnType<typeof createDetectionService>;

/** Evaluates replies in requests, and stores them unless the request says otherwise. */
export function createDetectionService(dependencies: DetectionDependencies) {
  const { conversations } = dependencies;
  // A transaction needs the same round trips for one detection as for a batch.
  const storeTogether = createBatcher({ limit: STORED_TOGETHER }, (turns: JudgedTurn[]) =>
    storeJudged(
      conversations,
      turns.map(({ conversation, evaluation }) => ({ conversation, evaluations: [evaluation] })),
    ),
  );
  return { detect: detect.bind(null, { ...dependencies, storeTogether }) };
}

/**
 * Evaluates the last message, then stores the conversation and the evaluation in one transaction.
 * @throws AppError no_verdict if the judge reached no verdict, which is stored too; value_error for an
 * unknown evaluator; provider_* if a retry later may succeed, in which case nothing is stored
 */
async function detect(
  detection: Detection,
  request: DetectionRequest,
  { workspaceId, conversationId, notices = null, signal }: DetectionContext,
): Promise<DetectionResult> {
  const [evaluator, workspaceConfig, calibrations] = await Promise.all([
    getRequestedEvaluator(workspaceId, request.config?.evaluator_id ?? null, evaluatorLoc),
    getIssueConfig(workspaceId),
    listActiveCalibrations(workspaceId),
  ]);
  await detection.admitModel(workspaceId, evaluator.config?.model ?? null);
  const messageId = randomUUID();
  const messages = toMessages(request, messageId);
  const tools = request.tools ?? [];
  const issueConfig = override(workspaceConfig, request.config);
  const isStored = request.store_conversation;
  const externalId = request.external_id ?? null;
  // Before the judge is paid for a turn that cannot be stored.
  if (isStored && externalId !== null) await checkEarlier(detection, workspaceId, externalId, messages);
  // A repeated request has the same id. Without storage, replies of a judge are not cached either.
  const options = { signal, workspaceId, evaluationKey: isStored ? conversationId : undefined };
  const raw = await judge(detection.createEvaluator(evaluator), { messages, tools, issueConfig }, options);

  const subject = {
    workspaceId,
    conversationId,
    messageId,
    experimentId: null,
    itemId: null,
    evaluatorId: evaluator.id,
    evaluatorVersion: evaluator.version,
    issueConfigVersion: issueConfig === workspaceConfig ? workspaceConfig.version : null,
    expireAt: null,
  };
  const verdict = applyCalibration(raw, calibrations, subject);
  const madeEvaluation = makeEvaluation(subject, verdict, derivedId(conversationId, 'detection'));
  const conversation: NewConversation = {
    conversationId,
    workspaceId,
    externalId,
    type: 'detection',
    tags: request.tags ?? {},
    tools,
    notices,
    messages: withVerdict(messages, madeEvaluation),
  };
  const evaluation = isStored
    ? await store(detection, { conversation, evaluation: madeEvaluation })
    : madeEvaluation;
  await recordSpend([{ id: evaluation.id, workspaceId, costCents: verdict.usage.costCents }]);
  if (verdict.status === 'no_verdict' && evaluation.status === 'no_verdict') {
    throw noVerdict(verdict.message, evaluation, isStored);
  }
  return { evaluation, warnings: warningsFor(evaluator, request.config) };
}

/** @throws AppError conflict if the messages do not continue the stored conversation with the external id */
async function checkEarlier(
  { conversations }: Detection,
  workspaceId: string,
  externalId: string,
  messages: NewMessage[],
): Promise<void> {
  const earlier = await inTransaction((session) =>
    conversations.findContinuedTranscript(workspaceId, externalId, session),
  );
  if (earlier !== null) checkContinuation(earlier, messages);
}

async function store({ conversations, storeTogether }: Detection, turn: JudgedTurn): Promise<Evaluation> {
  const { externalId } = turn.conversation;
  if (externalId != null) return storeTurn(conversations, turn, externalId);
  try {
    return await storeTogether(turn);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return storeAgain(conversations, turn.evaluation);
  }
}

/**
 * Stores a turn of the conversation with an external id, and its evaluation. A repeated request rewrites its
 * own evaluation.
 * @throws AppError conflict if a concurrent turn has stored other messages
 */
async function storeTurn(
  conversations: StoredConversations,
  { conversation, evaluation }: JudgedTurn,
  externalId: string,
): Promise<Evaluation> {
  const { workspaceId } = conversation;
  return inTransaction(async (session) => {
    const earlier = await conversations.findContinuedTranscript(workspaceId, externalId, session);
    const turn = addTurn(earlier, conversation);
    const transcript = await conversations.replaceConversation(turn.conversation, session);
    const { id: conversationId, expireAt } = transcript.conversation;
    const messageId = transcript.messages[turn.replyIndex]?.id ?? evaluation.messageId;
    const placed = { ...evaluation, conversationId, messageId, expireAt };
    await saveEvaluations([placed], session);
    await conversations.recordVerdicts([placed], session);
    return placed;
  });
}

/** The conversation is stored by an earlier try of the request: returns its verdict, or replaces a `no_verdict`. */
async function storeAgain(conversations: StoredConversations, evaluation: Evaluation): Promise<Evaluation> {
  const evaluations = await listEvaluationsOfConversation(evaluation.workspaceId, evaluation.conversationId);
  const earlier = evaluations.find(({ experimentId }) => experimentId === null);
  if (earlier === undefined) throw conflict('The conversation was deleted by a concurrent request');
  if (earlier.status !== 'no_verdict') return earlier;
  const { id, messageId, expireAt } = earlier;
  const replacement = { ...evaluation, id, messageId, expireAt };
  await inTransaction(async (session) => {
    await saveEvaluations([replacement], session);
    await conversations.recordVerdicts([replacement], session);
  });
  return replacement;
}

/** The messages to evaluate and store; `generation_info` is about the last one. */
function toMessages({ messages, generation_info: info }: DetectionRequest, replyId: string): NewMessage[] {
  return messages.map((message, index) => {
    const newMessage = toNewMessage(message);
    if (index < messages.length - 1) return newMessage;
    const others = info && otherFields(info);
    return {
      ...newMessage,
      id: replyId,
      generation: info ? toGeneration(info) : null,
      extra: others ? { ...newMessage.extra, generation_info: others } : (newMessage.extra ?? null),
    };
  });
}

/** The messages with the verdict on the evaluated one. */
function withVerdict(messages: NewMessage[], evaluation: Evaluation): NewMessage[] {
  const verdict = verdictOf(evaluation);
  if (verdict === null) return messages;
  return messages.map((message) =>
    message.id === evaluation.messageId ? { ...message, verdicts: [verdict] } : message,
  );
}

/** Applies the overrides of a request. Returns `config` itself if there are none. */
function override(config: IssueConfig, request: DetectionRequest['config']): IssueConfig {
  const { labels, domain_context: domainContext } = request ?? {};
  if (labels == null && domainContext == null) return config;
  return { labels: labels ?? config.labels, domainContext: domainContext ?? config.domainContext };
}

/** Judges are not limited to kinds, and the labels of the workspace were warned of when they were saved. */
function warningsFor({ kind }: EvaluatorRecord, config: DetectionRequest['config']): IssueConfigWarning[] {
  return kind === 'grounding' && config?.labels != null ? listWarnings(config.labels) : [];
}

function noVerdict(message: string, { reason, conversationId, id }: Evaluation, isStored: boolean): AppError {
  return new AppError('no_verdict', message, {
    ctx: {
      reason,
      conversation_id: isStored ? conversationId : null,
      evaluation_id: isStored ? id : null,
    },
  });
}
