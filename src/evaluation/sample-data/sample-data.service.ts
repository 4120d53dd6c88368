import type { EvaluationInput, IssueConfig } from '../../../packages/detector';
import type { ConversationService } from '../../conversations/conversation.service';
import { type Evaluation, makeEvaluation } from '../../conversations/evaluations/evaluation';
import type { NewConversation, NewMessage } from '../../conversations/transcript/conversation';
import { verdictOf } from '../../conversations/transcript/message-facts';
import { currentTime } from '../../platform/clock';
import { derivedId } from '../../platform/derived-id';
import { AppError } from '../../platform/errors/app-error';
import { conflict } from '../../platform/errors/error-templates';
import { isDuplicateKey } from '../../platform/mongo/connection';
import { applyCalibration } from '../../review/calibration/apply-calibration';
import { listActiveCalibrations } from '../../review/calibration/calibration.repository';
import { getEmbeddedEvaluator } from '../evaluators/embedded-evaluator';
import type { EvaluatorFactory } from '../evaluators/evaluator-factory';
import type { EvaluatorRecord } from '../evaluators/evaluator-record';
import { getIssueConfig } from '../issue-config/issue-config-versions';
import { type JudgedConversation, storeJudged } from '../judging/store-judged';
import type { Evaluator } from '../judgment/evaluator';
import { judge } from '../judgment/judge';
import { STORY_SIZE, type StoryConversation, storyTools, tellShopStory } from './shop-story';

/** Conversations of the story have it, so that filters and people can tell them from traffic. */
const sampleTags = { sample: 'shop' };

/** Conversations per transaction. */
const BATCH_SIZE = 24;
/** Concurrent transactions. */
const REMOVED_TOGETHER = 8;

export interface SampleDataDependencies {
  createEvaluator: EvaluatorFactory;
  conversations: Pick<
    ConversationService,
    'addConversations' | 'findPreviews' | 'recordFindings' | 'removeConversation'
  >;
}

export type SampleDataService = ReturnType<typeof createSampleDataService>;

/** Example conversations with their verdicts, for a workspace without traffic. */
export function createSampleDataService(dependencies: SampleDataDependencies) {
  return {
    load: load.bind(null, dependencies),
    count: count.bind(null, dependencies.conversations),
    remove: remove.bind(null, dependencies),
  };
}

interface Judging {
  workspaceId: string;
  evaluator: Evaluator;
  record: EvaluatorRecord;
  issueConfig: IssueConfig & { version: number };
  calibrations: Awaited<ReturnType<typeof listActiveCalibrations>>;
  signal: AbortSignal;
}

/**
 * Stores the conversations of the story that are not stored, judged by the embedded evaluator. Returns how many of the
 * story are stored then: fewer than all if the retention is shorter.
 * @throws AppError conflict if another request stores them at the same time
 */
async function load(
  { createEvaluator, conversations }: SampleDataDependencies,
  workspaceId: string,
  signal: AbortSignal,
): Promise<number> {
  const [record, issueConfig, calibrations, stored] = await Promise.all([
    getEmbeddedEvaluator(workspaceId),
    getIssueConfig(workspaceId),
    listActiveCalibrations(workspaceId),
    listStored(conversations, workspaceId),
  ]);
  const judging = {
    workspaceId,
    evaluator: createEvaluator(record),
    record,
    issueConfig,
    calibrations,
    signal,
  };
  const missing = tellShopStory(currentTime()).filter(({ index }) => !stored.has(idOf(workspaceId, index)));
  for (let from = 0; from < missing.length; from += BATCH_SIZE) {
    const batch = missing.slice(from, from + BATCH_SIZE);
    const judged: JudgedConversation[] = [];
    for (const one of batch) judged.push(await judgeConversation(judging, one));
    await storeJudged(conversations, judged).catch(async (error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
      const nowStored = await listStored(conversations, workspaceId);
      const isConcurrent = batch.some(({ index }) => nowStored.has(idOf(workspaceId, index)));
      throw isConcurrent ? conflict('Another request stores the sample data') : error;
    });
  }
  return count(conversations, workspaceId);
}

async function count(
  conversations: SampleDataDependencies['conversations'],
  workspaceId: string,
): Promise<number> {
  return (await listStored(conversations, workspaceId)).size;
}

/** Deletes the stored conversations of the story. Returns their number. */
async function remove({ conversations }: SampleDataDependencies, workspaceId: string): Promise<number> {
  const ids = await listStored(conversations, workspaceId);
  const removeOne = (id: string) =>
    conversations.removeConversation(workspaceId, id).catch((error: unknown) => {
      // A concurrent request has deleted it.
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    });
  for (let rest = [...ids]; rest.length > 0; rest = rest.slice(REMOVED_TOGETHER)) {
    await Promise.all(rest.slice(0, REMOVED_TOGETHER).map(removeOne));
  }
  return ids.size;
}

const idOf = (workspaceId: string, index: number) =>
  derivedId(`${workspaceId}/sample/${index}`, 'conversation');

async function listStored(
  conversations: SampleDataDependencies['conversations'],
  workspaceId: string,
): Promise<Set<string>> {
  const ids = Array.from({ length: STORY_SIZE }, (_, index) => idOf(workspaceId, index));
  return new Set((await conversations.findPreviews(workspaceId, ids)).keys());
}

async function judgeConversation(
  { workspaceId, evaluator, record, issueConfig, calibrations, signal }: Judging,
  { index, promptVersion, createdAt, messages }: StoryConversation,
): Promise<JudgedConversation> {
  const conversationId = idOf(workspaceId, index);
  const evaluations: Evaluation[] = [];
  const placed: NewMessage[] = [];
  for (const [position, message] of messages.entries()) {
    const id = derivedId(`${conversationId}/${position}`, 'message');
    placed.push({ ...message, id });
    if (message.role !== 'assistant') continue;
    const input: EvaluationInput = {
      messages: messages.slice(0, position + 1),
      tools: storyTools,
      issueConfig,
    };
    const raw = await judge(evaluator, input, { signal, workspaceId });
    const subject = {
      workspaceId,
      conversationId,
      messageId: id,
      experimentId: null,
      itemId: null,
      evaluatorId: record.id,
      evaluatorVersion: record.version,
      issueConfigVersion: issueConfig.version,
      expireAt: null,
    };
    const verdict = applyCalibration(raw, calibrations, subject);
    const evaluation = makeEvaluation(subject, verdict, derivedId(id, 'detection'));
    const shown = verdictOf(evaluation);
    if (shown !== null) placed[position] = { ...message, id, verdicts: [shown] };
    evaluations.push(evaluation);
  }
  const conversation: NewConversation = {
    conversationId,
    workspaceId,
    // Two imports of a workspace cannot have one external id.
    externalId: `assay-sample-shop-${index + 1}`,
    type: 'import',
    tags: { ...sampleTags, prompt_version: promptVersion },
    tools: storyTools,
    messages: placed,
    createdAt,
  };
  return { conversation, evaluations };
}
