import type { ConversationService } from '../../conversations/conversation.service';
import type { ConversationSource, OriginalReply } from '../../conversations/transcript/conversation';
import type { EvaluatorRecord } from '../../evaluation/evaluators/evaluator-record';
import { conflict, valueError } from '../../platform/errors/error-templates';
import { groupBy } from '../../platform/group-by';
import { createWithWorkflow } from '../../platform/temporal/create-with-workflow';
import type { ExperimentWorkflows } from '../execution/experiment-workflows';
import { deleteDocuments } from '../store/delete-documents';
import type { Creator, Experiment } from '../store/experiment';
import { getExperiment } from '../store/get-experiment';
import { listReplayedMessages } from '../store/item.repository';
import { buildExperiment } from './build-experiment';
import type { CostChecks } from './cost-checks';
import { requestLike } from './rejudged-experiment';
import { storeExperiment } from './store-experiment';

const SUFFIX = ' (fresh baseline)';
const modelLoc = ['body', 'model'];

/** Which model wrote a stored reply. */
type StoredModel = { model: string; provider: string | null };

export interface FreshBaselineDependencies {
  workflows: Pick<ExperimentWorkflows, 'ping' | 'start'>;
  conversations: Pick<ConversationService, 'listSources'>;
  /** A version of an evaluator. @throws AppError not_found */
  getEvaluatorVersion(workspaceId: string, evaluatorId: string, version: number): Promise<EvaluatorRecord>;
  /** @throws AppError model_unknown */
  checkModel(model: string): void;
  /** The name by which the model can be called; null if its provider is not configured. */
  nameModel(stored: StoredModel): string | null;
  costs: CostChecks;
}

export interface FreshBaselineRequest {
  sourceId: string;
  /** Null: the one that the original replies name. */
  model: string | null;
  creator: Creator;
}

/** Creates experiments that replay the turns of another one as they were: original model, original messages. */
export function createFreshBaseline(dependencies: FreshBaselineDependencies) {
  const { workflows, conversations, costs } = dependencies;

  /**
   * Creates the fresh baseline of an experiment, judged like it. Turns without an original reply are left out.
   * @throws AppError not_found, conflict without an original reply, limit_reached, model_price_unknown, model_unknown,
   * temporal_unavailable; value_error if the original replies name no model that can be called, or several
   */
  return async function createBaseline(
    workspaceId: string,
    id: string,
    { sourceId, model: chosenModel, creator }: FreshBaselineRequest,
  ): Promise<void> {
    const source = await getExperiment(workspaceId, sourceId);
    const sources = await conversations.listSources(
      workspaceId,
      source.conversationIds,
      await listReplayedMessages(source),
    );
    const conversationIds = source.conversationIds.filter((one) => sources.get(one)?.reply != null);
    if (conversationIds.length === 0) {
      throw conflict('No original reply of the experiment is stored', { loc: ['path', 'experiment_id'] });
    }
    const model = chosenModel ?? findOriginalModel([...sources.values()], dependencies.nameModel);
    dependencies.checkModel(model);
    const { evaluatorId, evaluatorVersion, issueConfigVersion } = source;
    const evaluator = await dependencies.getEvaluatorVersion(workspaceId, evaluatorId, evaluatorVersion);
    await Promise.all([workflows.ping(), costs.admit(workspaceId, model, evaluator)]);
    costs.checkPrices(source.maxCostCents, model, evaluator, modelLoc);
    const experiment: Experiment = {
      ...buildExperiment(
        workspaceId,
        id,
        asReplayed(source, model),
        { ...source, conversationIds },
        creator,
        evaluator,
        { ...source.issueConfig, version: issueConfigVersion },
      ),
      baselineOfExperimentId: sourceId,
    };
    await createWithWorkflow({
      store: () => storeExperiment(experiment, sources, costs.admitOpening),
      start: () => workflows.start(experiment),
      removeUntouched: () => deleteDocuments(experiment, ['pending']),
    });
  };
}

/** The settings of original calls are not stored, and those of `source` are what it tries. */
function asReplayed(source: Experiment, model: string) {
  return {
    ...requestLike(source, SUFFIX),
    model,
    pass_through: false,
    reasoning_config: null,
    system_prompt_override: null,
  };
}

/** @throws AppError value_error that names the models if there is not exactly one that can be called */
function findOriginalModel(
  sources: readonly ConversationSource[],
  nameModel: FreshBaselineDependencies['nameModel'],
): string {
  const models = sources.flatMap(({ reply }) => (reply === null ? [] : [storedModelOf(reply)]));
  const found = [...groupBy(models, (model) => JSON.stringify(model)).values()]
    .map((group) => ({ stored: group[0] ?? null, count: group.length }))
    .sort((one, other) => other.count - one.count);
  const [first, second] = found;
  const name = first?.stored == null ? null : nameModel(first.stored);
  if (name !== null && second === undefined) return name;
  const names = found.map(({ stored, count }) => `${describeModel(stored)} (${count})`).join(', ');
  const problem =
    second !== undefined
      ? `the original replies are of several models: ${names}. Give the one to use`
      : `the model of the original replies cannot be called: ${names}. Give the one to use`;
  throw valueError(problem, { loc: modelLoc, input: null });
}

function storedModelOf({ generation }: OriginalReply): StoredModel | null {
  const { model = null, provider = null } = generation ?? {};
  return model === null ? null : { model, provider };
}

function describeModel(stored: StoredModel | null): string {
  if (stored === null) return 'not recorded';
  return stored.provider === null ? stored.model : `${stored.model} of the provider ${stored.provider}`;
}
