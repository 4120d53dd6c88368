import { cutText } from '../../../packages/text';
import type { EvaluatorRecord } from '../../evaluation/evaluators/evaluator-record';
import type { VersionedIssueConfig } from '../../evaluation/issue-config/issue-config.repository';
import type { Creator, Experiment, ExperimentItem } from '../store/experiment';
import type { CreateExperiment } from '../wire/experiment.schema';
import { buildExperiment } from './build-experiment';
import { buildRejudgedItems } from './rejudged-items';

const MAX_NAME_LENGTH = 255;
const SUFFIX = ' (judged again)';

/** Who judges the replies of a source again, and by which yardstick. */
export interface RejudgeSettings {
  id: string;
  creator: Creator;
  evaluator: EvaluatorRecord;
  issueConfig: Omit<VersionedIssueConfig, 'createdAt'>;
}

/** Builds a pending experiment with the settings and the stored replies of `source`; it may have no item. */
export async function buildRejudgedExperiment(
  source: Experiment,
  { id, creator, evaluator, issueConfig }: RejudgeSettings,
): Promise<{ experiment: Experiment; items: ExperimentItem[] }> {
  const experiment: Experiment = {
    ...buildExperiment(
      source.workspaceId,
      id,
      requestLike(source, SUFFIX),
      source,
      creator,
      evaluator,
      issueConfig,
    ),
    outputSchema: source.outputSchema,
    conversationsAddedAt: source.conversationsAddedAt,
    isSourceDecided: source.decision !== null || source.isSourceDecided,
    warnings: source.warnings,
    rejudgedExperimentId: source.id,
    baselineOfExperimentId: source.baselineOfExperimentId,
  };
  const items = await buildRejudgedItems(experiment, source);
  const judgedIds = new Set(items.map((item) => item.conversationId));
  return { experiment: { ...experiment, conversationIds: [...judgedIds] }, items };
}

/**
 * The request for an experiment with the settings of `source`, except its output schema and stopping rule. The suffix is
 * appended to its name.
 */
export function requestLike(source: Experiment, suffix: string): CreateExperiment {
  return {
    name: `${cutText(source.name, MAX_NAME_LENGTH - suffix.length)}${suffix}`,
    model: source.model,
    pass_through: source.isPassThrough,
    evaluator_id: null,
    reasoning_config: source.reasoningConfig,
    system_prompt_override: source.systemPromptOverride,
    output_schema: null,
    samples_per_item: source.samplesPerItem,
    replay_at: source.replayAt,
    concurrency: source.concurrency,
    max_cost_cents: source.maxCostCents,
    stop_when: null,
  };
}
