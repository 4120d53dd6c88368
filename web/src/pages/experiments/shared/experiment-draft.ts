import type { CreateExperiment, EstimateExperiment, Experiment } from '../../../api/types';
import { toCents } from '../../../text/typed-numbers';
import {
  hasSelection,
  initialSource,
  type SourceDraft,
  toSelection,
  toStatedChoice,
} from '../../../workspace/conversation-source';

/** The values of the form; numbers as typed. */
export interface ExperimentDraft extends SourceDraft {
  name: string;
  /** Generates new replies with a model, or evaluates the original ones. */
  replies: 'new' | 'original';
  replayAt: Experiment['replay_at'];
  model: string;
  /** Empty: the default evaluator of the workspace. */
  evaluatorId: string;
  systemPrompt: string;
  /** Replies to generate for each conversation. */
  samples: string;
  concurrency: string;
  /** US dollars; empty: no limit. */
  costLimit: string;
  /** Ends the experiment once it is decided against the original replies. */
  stopsOnceDecided: boolean;
  /** Percentage points: the smallest difference that matters. */
  minEffect: string;
  /** Settings of an experiment that is run again and that the form does not edit. */
  carried: CarriedSettings;
}

interface CarriedSettings {
  /** What the experiment calls the model of its original replies. */
  originalModel: string;
  reasoningConfig: Experiment['reasoning_config'];
  outputSchema: Experiment['output_schema'];
  /** The rest of the rule that ends an experiment early. */
  rule: Pick<NonNullable<CreateExperiment['stop_when']>, 'alpha' | 'alternative'>;
}

export const emptyDraft: ExperimentDraft = {
  ...initialSource(null, null),
  name: '',
  replies: 'new',
  replayAt: 'last_reply',
  model: '',
  evaluatorId: '',
  systemPrompt: '',
  samples: '1',
  concurrency: '20',
  costLimit: '',
  stopsOnceDecided: false,
  minEffect: '5',
  carried: { originalModel: 'pass-through', reasoningConfig: null, outputSchema: null, rule: {} },
};

/** Converts an experiment to a draft for a similar one. */
export function toRerunDraft(experiment: Experiment): ExperimentDraft {
  const cents = experiment.max_cost_cents;
  // With flagged replies the outcome is theirs, and how their conversations were chosen is not stored.
  const chosenBy = experiment.replay_at === 'flagged_reply' ? null : toStatedChoice(experiment.chosen_by);
  return {
    ...initialSource(experiment.set, chosenBy),
    name: `${experiment.name} (rerun)`,
    replies: experiment.pass_through ? 'original' : 'new',
    replayAt: experiment.replay_at,
    model: experiment.pass_through ? '' : experiment.model,
    evaluatorId: experiment.evaluator_id,
    systemPrompt: experiment.system_prompt_override ?? '',
    samples: String(experiment.samples_per_item),
    concurrency: String(experiment.concurrency),
    costLimit: cents === null ? '' : String(cents / 100),
    stopsOnceDecided: experiment.stop_when !== null,
    minEffect:
      experiment.stop_when === null ? emptyDraft.minEffect : toPoints(experiment.stop_when.min_effect),
    carried: {
      originalModel: experiment.pass_through ? experiment.model : emptyDraft.carried.originalModel,
      reasoningConfig: experiment.reasoning_config,
      outputSchema: experiment.output_schema,
      rule:
        experiment.stop_when === null
          ? {}
          : { alpha: experiment.stop_when.alpha, alternative: experiment.stop_when.alternative },
    },
  };
}

/** Percentage points without the noise of binary fractions. */
function toPoints(share: number): string {
  return String(Number((100 * share).toFixed(6)));
}

/** The values that an estimate depends on. */
type EstimatedDraft = SourceDraft &
  Pick<
    ExperimentDraft,
    'replies' | 'replayAt' | 'model' | 'evaluatorId' | 'systemPrompt' | 'samples' | 'carried'
  >;

/** Converts a draft to the body of an estimate; null without a model or conversations. */
export function toEstimateExperiment(
  draft: EstimatedDraft,
  conversationIds: readonly string[],
): EstimateExperiment | null {
  const body = { ...settingsOf(draft), ...toSelection(draft, conversationIds) };
  return body.model === '' || !hasSelection(draft, conversationIds) ? null : body;
}

/** Converts a draft to the request body. The API validates it. */
export function toCreateExperiment(
  draft: ExperimentDraft,
  conversationIds: readonly string[],
): CreateExperiment {
  return {
    name: draft.name.trim(),
    ...settingsOf(draft),
    ...toSelection(draft, conversationIds),
    ...(draft.concurrency === '' ? {} : { concurrency: Number(draft.concurrency) }),
    ...(draft.costLimit === '' ? {} : { max_cost_cents: toCents(draft.costLimit) }),
    ...(draft.replies === 'original' || !draft.stopsOnceDecided
      ? {}
      : {
          stop_when: {
            decided: true as const,
            min_effect: Number(draft.minEffect) / 100,
            ...draft.carried.rule,
          },
        }),
  };
}

/** Converts a draft to the body of an experiment of one conversation, with one reply. */
export function toTrialExperiment(draft: ExperimentDraft, conversationId: string): CreateExperiment {
  const name = `Trial of ${draft.name.trim() || 'one conversation'}`;
  const one = { ...draft, ...initialSource(null, null), name, samples: '1', stopsOnceDecided: false };
  return toCreateExperiment(one, [conversationId]);
}

/** What is sent to models, and to which. */
function settingsOf({
  replies,
  replayAt,
  model,
  evaluatorId,
  systemPrompt,
  samples,
  carried,
}: Omit<EstimatedDraft, keyof SourceDraft>) {
  const { originalModel, reasoningConfig, outputSchema } = carried;
  const isPassThrough = replies === 'original';
  return {
    model: isPassThrough ? originalModel : model.trim(),
    pass_through: isPassThrough,
    ...(replayAt === 'last_reply' ? {} : { replay_at: replayAt }),
    ...(evaluatorId === '' ? {} : { evaluator_id: evaluatorId }),
    ...(isPassThrough || systemPrompt.trim() === '' ? {} : { system_prompt_override: systemPrompt }),
    ...(isPassThrough || samples === '' ? {} : { samples_per_item: Number(samples) }),
    ...(isPassThrough || reasoningConfig === null ? {} : { reasoning_config: reasoningConfig }),
    ...(isPassThrough || outputSchema === null ? {} : { output_schema: outputSchema }),
  };
}
