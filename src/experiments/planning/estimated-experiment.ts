import type { IssueConfig } from '../../../packages/detector';
import type { ReplaySize } from '../../conversations/transcript/replay-size';
import type { EvaluatorRecord } from '../../evaluation/evaluators/evaluator-record';
import type { VersionedIssueConfig } from '../../evaluation/issue-config/issue-config.repository';
import { roomFor } from '../../evaluation/llm-judge/judge-windows';
import { countInstructionTokens } from '../../evaluation/llm-judge/measure-judging';
import type { TimeLimit } from '../../platform/mongo/time-limit';
import type { ChatModel } from '../../providers/chat-model';
import type { CallsEstimate } from '../../providers/priced-calls';
import { maxOutputTokens, mayReason } from '../../providers/reasoning-settings';
import { countTokens } from '../../providers/tokenizer';
import { BASELINE_BATCH_SIZE, listBaselines } from '../execution/baseline-evaluations';
import { replySchemaOf, toOutputFields } from '../execution/reply-schema';
import type { EstimateExperiment } from '../wire/experiment.schema';
import { estimateGeneration, estimateJudging, type JudgedReplies } from './estimate-calls';
import { type FindTranscript, measureSample } from './measure-sample';
import type { SentTo } from './token-rates';

/** Output of a model that reasons, in addition to the reply. */
const MAX_REASONING_TOKENS = 2000;

/** The parts of an experiment that its estimate depends on. */
export interface EstimatedExperiment {
  workspaceId: string;
  request: EstimateExperiment;
  /** Null if replies are passed through. */
  model: ChatModel | null;
  evaluator: EvaluatorRecord;
  /** Null for the embedded evaluator. */
  judge: ChatModel | null;
  issueConfig: VersionedIssueConfig;
  /** By id, its conversations. */
  sizes: ReadonlyMap<string, ReplaySize>;
}

/** Estimates the calls that generate and judge replies; null where no model is called. */
export async function estimateCalls(
  experiment: EstimatedExperiment,
  findTranscript: FindTranscript,
  limit: TimeLimit,
): Promise<{ generation: CallsEstimate | null; judging: CallsEstimate | null; countedItems: number }> {
  const { workspaceId, request, sizes, model } = experiment;
  const sentTo = sentToOf(experiment);
  const { rates, countedItems } = await measureSample(
    workspaceId,
    sizes,
    sentTo,
    findTranscript,
    limit.signal,
  );
  const fields = toOutputFields(request.output_schema);
  const generation =
    model &&
    estimateGeneration(listReplayed(experiment), rates, {
      override: sentTo.override,
      schemaTokens: fields === null ? 0 : countTokens(JSON.stringify(replySchemaOf(fields)), model.model),
      reasoningTokens: reasoningTokensOf(model, request.reasoning_config),
      maxOutputTokens: maxOutputTokens(request.reasoning_config),
    });
  const judging = await estimateJudgingOf(experiment, sentTo, rates, limit);
  return { generation, judging, countedItems };
}

function sentToOf({
  request,
  model,
  judge,
  evaluator: { config },
  issueConfig,
}: EstimatedExperiment): SentTo {
  const isJudged = judge !== null && config !== null;
  return {
    model: model?.model ?? null,
    override: request.pass_through ? null : request.system_prompt_override,
    judge: isJudged ? judgeContextOf(judge, config, issueConfig) : null,
    issueConfig,
  };
}

type JudgeConfig = NonNullable<EvaluatorRecord['config']>;

export function judgeContextOf(judge: ChatModel, config: JudgeConfig, issueConfig: IssueConfig) {
  return {
    model: judge.model,
    contextTokens: config.contextTokens,
    instructionTokens: countInstructionTokens(issueConfig, judge.model),
  };
}

export function judgingSettingsOf(
  judge: ChatModel,
  config: JudgeConfig,
  context: ReturnType<typeof judgeContextOf>,
  issueConfig: IssueConfig,
) {
  return {
    instructionTokens: context.instructionTokens,
    roomTokens: Math.max(1, roomFor({ tools: [], issueConfig }, context.model, context.contextTokens)),
    verifies: config.verify,
    reasoningTokens: reasoningTokensOf(judge, null),
  };
}

async function estimateJudgingOf(
  experiment: EstimatedExperiment,
  { override, judge: context, issueConfig }: SentTo,
  rates: Parameters<typeof estimateJudging>[1],
  limit: TimeLimit,
): Promise<CallsEstimate | null> {
  const { judge, evaluator } = experiment;
  if (judge === null || context === null || evaluator.config === null) return null;
  return estimateJudging(await listJudgedReplies(experiment, limit), rates, {
    override,
    ...judgingSettingsOf(judge, evaluator.config, context, issueConfig),
  });
}

/** New replies, and original ones without an evaluation that can be the baseline. */
async function listJudgedReplies(
  experiment: EstimatedExperiment,
  { signal }: TimeLimit,
): Promise<JudgedReplies> {
  const { workspaceId, request, evaluator, issueConfig, sizes } = experiment;
  const withReply = [...sizes.values()].filter(({ lastReply }) => lastReply !== null);
  // Both replies of an item are then the same and share a verdict.
  if (request.pass_through) return { replayed: [], originals: withReply };
  const judging = {
    workspaceId,
    evaluatorId: evaluator.id,
    evaluatorVersion: evaluator.version,
    issueConfigVersion: issueConfig.version,
  };
  const originals: ReplaySize[] = [];
  for (let start = 0; start < withReply.length; start += BASELINE_BATCH_SIZE) {
    signal.throwIfAborted();
    const batch = withReply.slice(start, start + BASELINE_BATCH_SIZE);
    const ids = batch.flatMap(({ lastReply }) => lastReply?.messageId ?? []);
    const baselines = await listBaselines(judging, ids);
    originals.push(...batch.filter(({ lastReply }) => !baselines.has(lastReply?.messageId ?? '')));
  }
  return { replayed: listReplayed(experiment), originals };
}

/** The conversations, each as often as it gets a reply. */
function listReplayed({ sizes, request }: EstimatedExperiment): ReplaySize[] {
  return Array.from({ length: request.samples_per_item }, () => [...sizes.values()]).flat();
}

function reasoningTokensOf({ model }: ChatModel, config: Record<string, unknown> | null): number {
  return mayReason(model, config) ? MAX_REASONING_TOKENS : 0;
}
