import type { ConversationSource } from '../conversations/conversation';
import { derivedId } from '../derived-id';
import type { Evaluation } from '../evaluations/evaluation';
import { listCompletedEvaluations } from '../evaluations/evaluation.service';
import type { EvaluatorRecord } from '../evaluators/evaluator.service';
import type { VersionedIssueConfig } from '../issue-config/issue-config.service';
import { type Creator, type Experiment, type ExperimentItem, emptySide, type ReplySide } from './experiment';
import type { CreateExperiment } from './experiment.schema';
import { makeItem } from './item.repository';
import { toFinding } from './item-evaluation';

/** The experiment that a request asks for, before its run. */
export function makeExperiment(
  workspaceId: string,
  id: string,
  request: CreateExperiment,
  creator: Creator,
  evaluator: EvaluatorRecord,
  { labels, domainContext, version: issueConfigVersion }: Omit<VersionedIssueConfig, 'createdAt'>,
): Experiment {
  const createdAt = new Date();
  return {
    id,
    workspaceId,
    name: request.name,
    model: request.model,
    isPassThrough: request.pass_through,
    evaluatorId: evaluator.id,
    evaluatorVersion: evaluator.version,
    evaluatorName: evaluator.name,
    issueConfig: { labels, domainContext },
    issueConfigVersion,
    conversationIds: request.conversation_ids,
    reasoningConfig: request.reasoning_config,
    systemPromptOverride: request.system_prompt_override,
    outputSchema:
      request.output_schema?.map(({ name, type, is_list, is_optional }) => ({
        name,
        type,
        isList: is_list,
        isOptional: is_optional,
      })) ?? null,
    concurrency: request.concurrency,
    maxCostCents: request.max_cost_cents,
    status: 'pending',
    creator,
    optimizationRunId: null,
    createdAt,
    requestedAt: createdAt,
    completedAt: null,
    costCents: 0,
    tally: null,
  };
}

/** One item per conversation; the original reply is the baseline, with its evaluation where there is one already. */
export async function makeItems(
  experiment: Experiment,
  sources: Map<string, ConversationSource>,
): Promise<ExperimentItem[]> {
  const { id, workspaceId, evaluatorId, evaluatorVersion, createdAt } = experiment;
  const messageIds = [...sources.values()].flatMap(({ lastReply }) =>
    lastReply === null ? [] : [lastReply.messageId],
  );
  const evaluations = await listCompletedEvaluations(workspaceId, messageIds, evaluatorId, evaluatorVersion);
  return experiment.conversationIds.map((conversationId, position) => {
    const source = sources.get(conversationId);
    const baseline = baselineOf(source, evaluations, experiment.issueConfigVersion);
    return makeItem({
      id: derivedId(`${id}/${position}`, 'item'),
      workspaceId,
      experimentId: id,
      position,
      conversationId,
      sourcePreview: source?.preview ?? '',
      baseline,
      evaluationsExpected: baseline !== null && baseline.evaluationId === null ? 2 : 1,
      createdAt,
    });
  });
}

function baselineOf(
  source: ConversationSource | undefined,
  evaluations: Map<string, Evaluation>,
  issueConfigVersion: number,
): ReplySide | null {
  if (source === undefined || source.lastReply === null) return null;
  const { messageId, generation } = source.lastReply;
  const latest = evaluations.get(messageId);
  // One that looked for other labels says nothing about what the new replies are judged by.
  const evaluation = latest?.issueConfigVersion === issueConfigVersion ? latest : undefined;
  return {
    ...emptySide,
    messageId,
    evaluationId: evaluation?.id ?? null,
    model: generation?.model ?? null,
    inputTokens: generation?.inputTokens ?? null,
    outputTokens: generation?.outputTokens ?? null,
    latencyMs: generation?.latencyMs ?? null,
    costUsd: generation?.costUsd ?? null,
    findings: evaluation?.annotations.map(toFinding) ?? null,
  };
}
