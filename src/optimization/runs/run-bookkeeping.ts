import type {
  MeasuredRunExperiment,
  RunExperimentRequest,
  StoredRunExperiment,
} from '../../../workflows/contracts';
import { budgetSpent } from '../../../workflows/optimization-run/holdout-changes';
import type { ExperimentCost, RunProblem, RunState } from '../../../workflows/optimization-run/run-state';
import type { ConversationService } from '../../conversations/conversation.service';
import type { EvaluatorRecord } from '../../evaluation/evaluators/evaluator-record';
import { buildExperiment } from '../../experiments/creation/build-experiment';
import { rejectUnknownConversations, storeExperiment } from '../../experiments/creation/store-experiment';
import { describeExperiment, experimentInput } from '../../experiments/execution/experiment-workflows';
import { findPromptWarnings } from '../../experiments/prompts/prompt-warnings';
import { findMeasuredExperimentUnscoped } from '../../experiments/results/measured-experiment';
import type { Experiment } from '../../experiments/store/experiment';
import { createExperimentSchema } from '../../experiments/wire/experiment.schema';
import { currentTime } from '../../platform/clock';
import { resourceNotFound } from '../../platform/errors/error-templates';
import { assess, evidenceOf } from './assessment';
import { splitConversations } from './conversation-split';
import type { OptimizationRun } from './optimization-run';
import {
  confirmCandidate,
  findCandidate,
  saveAssessment,
  saveHoldoutAssessment,
  saveRunState,
} from './run.repository';
import { findRunUnscoped } from './run.unscoped.repository';

export interface RunBookkeepingDependencies {
  conversations: Pick<ConversationService, 'listSources' | 'streamPromptTexts'>;
  getEvaluatorVersion(workspaceId: string, evaluatorId: string, version: number): Promise<EvaluatorRecord>;
}

export type RunBookkeeping = ReturnType<typeof createRunBookkeeping>;

/** The activities of the workflow of a run. All are idempotent. */
export function createRunBookkeeping(dependencies: RunBookkeepingDependencies) {
  return {
    saveOptimizationRun,
    adoptCandidate,
    storeRunExperiment: storeRunExperiment.bind(null, dependencies),
    measureRunExperiment,
  };
}

/** Copies the state of a run to MongoDB; returns false if the run was deleted. */
function saveOptimizationRun({ runId, state }: { runId: string; state: RunState }): Promise<boolean> {
  return saveRunState(runId, state);
}

/**
 * Records that the run has accepted a proposal that the API server has stored, so that it does not expire.
 */
async function adoptCandidate({ id }: { id: string }): Promise<void> {
  await confirmCandidate(id);
}

/**
 * Stores the experiment of the baseline or of a candidate, and returns the input of its workflow.
 * @throws AppError not_found if the run, the candidate or conversations were deleted
 */
async function storeRunExperiment(
  dependencies: RunBookkeepingDependencies,
  request: RunExperimentRequest,
): Promise<StoredRunExperiment> {
  const run = await getRun(request.runId);
  const experiment = await makeRunExperiment(dependencies, run, request);
  const { conversations } = dependencies;
  const sources = await conversations.listSources(run.workspaceId, experiment.conversationIds);
  try {
    rejectUnknownConversations(experiment.conversationIds, sources);
  } catch (error) {
    throw resourceNotFound('Conversation of the run', { cause: error });
  }
  const warnings = await findPromptWarnings(
    conversations.streamPromptTexts,
    run.workspaceId,
    experiment.systemPromptOverride,
    experiment.conversationIds,
  );
  await storeExperiment({ ...experiment, warnings }, sources);
  return { input: experimentInput(experiment), description: describeExperiment(experiment) };
}

async function makeRunExperiment(
  { getEvaluatorVersion }: RunBookkeepingDependencies,
  run: OptimizationRun,
  { experimentId, candidateId, maxCostCents, part }: RunExperimentRequest,
): Promise<Experiment> {
  const candidate = candidateId === null ? null : await findCandidate(run.id, candidateId);
  // Without the texts of the candidate, the prompt of the run would be measured instead.
  if (candidateId !== null && candidate === null) throw resourceNotFound('Candidate');
  const evaluator = await getEvaluatorVersion(run.workspaceId, run.evaluatorId, run.evaluatorVersion);
  const { search, holdout } = splitConversations(run);
  const subject = candidate?.key ?? 'baseline';
  const suffix = part === 'holdout' ? `${subject}, hold-out` : subject;
  const conversationIds = candidateId === null ? run.conversationIds : part === 'holdout' ? holdout : search;
  // The run names the set; its experiments have a part of it.
  const selection = { conversationIds, set: null, filter: null, chosenBy: run.chosenBy };
  const request = createExperimentSchema.parse({
    name: `${run.name}: ${suffix}`.slice(0, 255),
    model: candidate?.model ?? run.model,
    conversation_ids: conversationIds,
    system_prompt_override: candidate?.systemPrompt ?? run.systemPrompt,
    max_cost_cents: maxCostCents,
  });
  const issueConfig = { ...run.issueConfig, version: run.issueConfigVersion };
  return {
    ...buildExperiment(
      run.workspaceId,
      experimentId,
      request,
      selection,
      run.creator,
      evaluator,
      issueConfig,
    ),
    optimizationRunId: run.id,
  };
}

/** Compares an experiment with the baseline of its run; null until both have ended. */
async function measureRunExperiment({
  runId,
  experimentId,
  candidateId,
  part,
}: Omit<RunExperimentRequest, 'maxCostCents'>): Promise<MeasuredRunExperiment | null> {
  const experiment = await findMeasuredExperimentUnscoped(experimentId);
  if (experiment === null) return null;
  if (experiment === 'gone')
    return unmeasured({ costCents: 0 }, 'experiment_deleted', 'The experiment was deleted');
  const { status, metrics, costCents, isBudgetSpent } = experiment;
  const cost: ExperimentCost = { costCents, ...(experiment.isCostUnknown && { isCostUnknown: true }) };
  if (part === 'holdout' && isBudgetSpent && status !== 'cancelled')
    return unmeasured(cost, budgetSpent.code, budgetSpent.message);
  if (status !== 'completed')
    return unmeasured(cost, `experiment_${status}`, `The experiment ended with status ${status}`);
  if (metrics.evaluatedCount === 0)
    return unmeasured(cost, 'no_verdict', 'No reply of the experiment has a verdict');
  if (candidateId === null) return { ...cost, verdict: null, error: null };

  const run = await getRun(runId);
  const baselineId = run.state.baseline.experimentId ?? '';
  const baseline = await findMeasuredExperimentUnscoped(baselineId);
  if (baseline === null) return null;
  if (baseline === 'gone') {
    return unmeasured(cost, 'baseline_deleted', 'The experiment of the baseline was deleted');
  }
  const assessment = await assess(run.objective, run.constraints, {
    baseline,
    candidate: experiment,
    seed: `${baselineId}/${experimentId}`,
  });
  if (part === 'holdout') await saveHoldoutAssessment(candidateId, assessment);
  else await saveAssessment(candidateId, assessment, currentTime());
  const { verdict } = assessment;
  return { ...cost, verdict, ...evidenceOf(run.objective, assessment), error: null };
}

function unmeasured(cost: ExperimentCost, code: string, message: string): MeasuredRunExperiment {
  const error: RunProblem = { code, message };
  return { ...cost, verdict: null, error };
}

async function getRun(id: string): Promise<OptimizationRun> {
  const run = await findRunUnscoped(id);
  if (run === null) throw resourceNotFound('Optimization run');
  return run;
}
