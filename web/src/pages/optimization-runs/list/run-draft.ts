import type { CreateOptimizationRun } from '../../../api/types';
import { toCents } from '../../../text/typed-numbers';
import type { RunMetric } from '../shared/run-state';

export interface ConstraintDraft {
  /** Tells the rows of the form apart. */
  key: number;
  metric: RunMetric;
  bound: 'max' | 'min';
  /** In the unit that `unitOf` names. */
  value: string;
}

/** What the form holds; numbers as they are typed. */
export interface RunDraft {
  name: string;
  model: string;
  systemPrompt: string;
  /** Empty: the default evaluator of the workspace. */
  evaluatorId: string;
  metric: RunMetric;
  direction: 'minimize' | 'maximize';
  constraints: readonly ConstraintDraft[];
  maxCandidates: string;
  /** US dollars; empty: no limit. */
  mostCost: string;
}

export const emptyRunDraft: RunDraft = {
  name: '',
  model: '',
  systemPrompt: '',
  evaluatorId: '',
  metric: 'issue_rate',
  direction: 'minimize',
  constraints: [],
  maxCandidates: '10',
  mostCost: '',
};

/** The unit in which a limit of a metric is typed; empty for plain numbers. */
export function unitOf(metric: RunMetric): string {
  if (metric === 'issue_rate') return 'per cent';
  if (metric === 'cost_per_1k') return 'US dollars';
  if (metric.endsWith('_ms')) return 'milliseconds';
  return metric.endsWith('_tokens') ? 'tokens' : '';
}

/** The body of the request; what is missing or wrong is for the API to say. */
export function toCreateRun(draft: RunDraft, conversationIds: readonly string[]): CreateOptimizationRun {
  return {
    name: draft.name.trim(),
    conversation_ids: [...conversationIds],
    model: draft.model.trim(),
    ...(draft.systemPrompt.trim() === '' ? {} : { system_prompt: draft.systemPrompt }),
    ...(draft.evaluatorId === '' ? {} : { evaluator_id: draft.evaluatorId }),
    objective: { metric: draft.metric, direction: draft.direction },
    constraints: draft.constraints.map(({ metric, bound, value }) => ({
      metric,
      ...(value === '' ? {} : { [bound]: limitOf(metric, value) }),
    })),
    ...(draft.maxCandidates === '' ? {} : { max_candidates: Number(draft.maxCandidates) }),
    ...(draft.mostCost === '' ? {} : { max_cost_cents: toCents(draft.mostCost) }),
  };
}

function limitOf(metric: RunMetric, value: string): number {
  return metric === 'issue_rate' ? Number((Number(value) / 100).toPrecision(12)) : Number(value);
}
