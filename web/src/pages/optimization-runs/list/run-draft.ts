import type { CreateOptimizationRun } from '../../../api/types';
import type { ObjectiveMetric } from '../../../text/metrics';
import { toCents } from '../../../text/typed-numbers';
import { initialSource, type SourceDraft, toSelection } from '../../../workspace/conversation-source';

export interface ConstraintDraft {
  /** Identifies the row in the form. */
  key: number;
  metric: ObjectiveMetric;
  bound: 'max' | 'min';
  /** What is bounded: the value, or its difference from the baseline. */
  scope: 'value' | 'baseline';
  /** In the metric's `inputUnit`. */
  value: string;
}

/** The values of the form; numbers as typed. */
export interface RunDraft extends SourceDraft {
  name: string;
  model: string;
  systemPrompt: string;
  /** Empty: the default evaluator of the workspace. */
  evaluatorId: string;
  metric: ObjectiveMetric;
  direction: 'minimize' | 'maximize';
  constraints: readonly ConstraintDraft[];
  maxCandidates: string;
  /** US dollars; empty: no limit. */
  costLimit: string;
  /** Percent; empty: the default of the API. */
  holdoutShare: string;
  /** In the unit of the objective's metric; empty: the default of the API. */
  minEffect: string;
}

export const emptyRunDraft: RunDraft = {
  ...initialSource(null, null),
  name: '',
  model: '',
  systemPrompt: '',
  evaluatorId: '',
  metric: 'issue_rate',
  direction: 'minimize',
  constraints: [],
  maxCandidates: '10',
  costLimit: '',
  holdoutShare: '30',
  minEffect: '',
};

/** Converts a draft to the request body. The API validates it. */
export function toCreateRun(draft: RunDraft, conversationIds: readonly string[]): CreateOptimizationRun {
  return {
    name: draft.name.trim(),
    ...toSelection(draft, conversationIds),
    model: draft.model.trim(),
    ...(draft.systemPrompt.trim() === '' ? {} : { system_prompt: draft.systemPrompt }),
    ...(draft.evaluatorId === '' ? {} : { evaluator_id: draft.evaluatorId }),
    objective: {
      metric: draft.metric,
      direction: draft.direction,
      ...(draft.minEffect === '' ? {} : { min_effect: toLimit(draft.metric, draft.minEffect) }),
    },
    constraints: draft.constraints.map(({ metric, bound, scope, value }) => ({
      metric,
      ...(scope === 'baseline' ? { relative_to: 'baseline' as const } : {}),
      ...(value === '' ? {} : { [bound]: toLimit(metric, value) }),
    })),
    ...(draft.maxCandidates === '' ? {} : { max_candidates: Number(draft.maxCandidates) }),
    ...(draft.costLimit === '' ? {} : { max_cost_cents: toCents(draft.costLimit) }),
    ...(draft.holdoutShare === '' ? {} : { holdout_share: toShare(draft.holdoutShare) }),
  };
}

function toLimit(metric: ObjectiveMetric, value: string): number {
  return metric === 'issue_rate' ? toShare(value) : Number(value);
}

function toShare(percent: string): number {
  return Number((Number(percent) / 100).toPrecision(12));
}
