import type { ChangeEvaluator, CreateEvaluator, Evaluator } from '../../../api/types';

/** The values of the form; numbers as typed. */
export interface EvaluatorDraft {
  name: string;
  kind: Evaluator['kind'];
  model: string;
  timeoutSeconds: string;
  contextTokens: string;
  isVerifying: boolean;
  traffic: Traffic;
}

export type Traffic = NonNullable<Evaluator['config']['traffic']>;

export const emptyDraft: EvaluatorDraft = {
  name: '',
  kind: 'llm_judge',
  model: '',
  timeoutSeconds: '60',
  contextTokens: '128000',
  isVerifying: false,
  traffic: 'auto',
};

/** Converts an evaluator to a draft. */
export function toDraft({ name, kind, config }: Evaluator): EvaluatorDraft {
  return {
    name,
    kind,
    model: config.model ?? emptyDraft.model,
    timeoutSeconds: config.timeout_ms === null ? emptyDraft.timeoutSeconds : String(config.timeout_ms / 1000),
    contextTokens: config.context_tokens === null ? emptyDraft.contextTokens : String(config.context_tokens),
    isVerifying: config.verify ?? emptyDraft.isVerifying,
    traffic: config.traffic ?? emptyDraft.traffic,
  };
}

/** Converts a draft to the body of the create request. The API validates it. */
export function toCreateEvaluator(draft: EvaluatorDraft): CreateEvaluator {
  const name = draft.name.trim();
  return draft.kind === 'grounding'
    ? { kind: 'grounding', name, config: { traffic: draft.traffic } }
    : { kind: 'llm_judge', name, config: toJudgeConfig(draft) };
}

/** Converts a draft to the body of the change request. */
export function toChangeEvaluator(draft: EvaluatorDraft): ChangeEvaluator {
  const name = draft.name.trim();
  const config = draft.kind === 'grounding' ? { traffic: draft.traffic } : toJudgeConfig(draft);
  return { name, config };
}

function toJudgeConfig(draft: EvaluatorDraft) {
  return {
    model: draft.model.trim(),
    // Round: 1000 times a decimal fraction may not be an integer.
    timeout_ms: Math.round(1000 * Number(draft.timeoutSeconds)),
    context_tokens: Number(draft.contextTokens),
    verify: draft.isVerifying,
  };
}
