import { type ChosenBy, mergeChoices } from '../../conversations/message-filter/chosen-by';
import { conflict } from '../../platform/errors/error-templates';
import type { SelectConversations } from '../../sets/select-conversations';
import type { Experiment } from '../store/experiment';
import { rejectTooManyItems } from '../store/samples';
import type { AddItems } from '../wire/experiment.schema';
import { buildItems } from './build-experiment';
import { extend, provenanceOf, startExtension } from './extend-experiment';
import type { ExperimentReopener } from './reopening';
import { listReplaySources, type ReplaySourceConversations, warnOfPrompt } from './replay-sources';
import { rejectUnknownConversations } from './store-experiment';

export interface AddConversationsDependencies {
  conversations: ReplaySourceConversations;
  queryTimeoutMs: number;
  selectConversations: SelectConversations;
  reopener: ExperimentReopener;
}

export function createAddConversations({
  conversations,
  queryTimeoutMs,
  selectConversations,
  reopener,
}: AddConversationsDependencies) {
  /**
   * Opens an ended experiment again for conversations that it does not have yet; no effect if it has all of them.
   * @throws AppError experiment_running, limit_reached, query_timeout, temporal_unavailable; conflict if its
   * conversations are fixed; value_error, ValidationError for conversations that cannot be added
   */
  return async function addConversations(
    experiment: Experiment,
    selection: AddItems,
    signal: AbortSignal,
  ): Promise<void> {
    const { workspaceId } = experiment;
    const selectedConversations = await selectConversations(workspaceId, selection, signal);
    const present = new Set(experiment.conversationIds);
    const missingIds = selectedConversations.conversationIds.filter((id) => !present.has(id));
    // Before anything else, so that a repeated request succeeds while its conversations run.
    if (missingIds.length === 0) return;
    const chosenBy = mergeChoices(experiment.chosenBy, selectedConversations.chosenBy);
    rejectFixed(experiment, chosenBy);
    const { findingFilter } = selectedConversations;
    const missing = { conversationIds: missingIds, findingFilter };
    const sources = await listReplaySources(
      { conversations, queryTimeoutMs },
      workspaceId,
      missing,
      experiment.replayAt,
      signal,
    );
    rejectUnknownConversations(selectedConversations.conversationIds, {
      has: (id) => present.has(id) || sources.has(id),
    });
    rejectTooMany(present.size + missingIds.length, experiment, selection);
    await reopener.checkCanReopen(experiment);
    const conversationIds = [...experiment.conversationIds, ...missingIds];
    const extended = extend(experiment, {
      conversationIds,
      ...provenanceOf(selectedConversations, conversationIds),
      chosenBy,
      warnings: await warnOfPrompt(conversations, { ...experiment, conversationIds }, sources),
    });
    await startExtension(extended, await buildItems(extended, sources, present.size), reopener);
  };
}

/** @throws AppError conflict if further conversations would contradict what the experiment is for */
function rejectFixed(
  { optimizationRunId, rejudgedExperimentId, decision, stopWhen }: Experiment,
  chosenBy: ChosenBy,
): void {
  const reason =
    optimizationRunId !== null
      ? 'An experiment of an optimization run has the conversations of the run'
      : rejudgedExperimentId !== null
        ? 'The experiment judges stored replies. Add conversations to the experiment that has generated them'
        : decision !== null
          ? 'The experiment is decided. Create another one for more conversations'
          : stopWhen !== null && chosenBy === 'outcome'
            ? 'stop_when compares with the original replies, and these conversations are chosen by their outcome'
            : null;
  if (reason !== null) throw conflict(reason, { loc: ['path', 'experiment_id'] });
}

function rejectTooMany(
  conversations: number,
  { samplesPerItem }: Experiment,
  { conversation_ids, set, filter }: AddItems,
): void {
  const field = conversation_ids !== undefined ? 'conversation_ids' : set != null ? 'set' : 'filter';
  rejectTooManyItems(conversations, samplesPerItem, { loc: ['body', field], input: set ?? filter ?? null });
}
