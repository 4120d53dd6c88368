export const evaluatorKinds = ['grounding', 'llm_judge'] as const;
export type EvaluatorKind = (typeof evaluatorKinds)[number];

/** What an `llm_judge` works with. Credentials are the provider's, so nothing in here is secret. */
export interface JudgeConfig {
  /** `name` of the default provider, or `provider/name`. */
  model: string;
  /** Milliseconds one answer may take. */
  timeoutMs: number;
  /** What the model takes in one call, its answer included. */
  contextTokens: number;
  /** Whether each finding is shown to the model again, and stays only when it is confirmed. */
  verify: boolean;
}

/** What a judge works with where nothing else is said; also judges stored before these could be set. */
export const defaultJudgeConfig = {
  timeoutMs: 60_000,
  contextTokens: 128_000,
  verify: false,
} as const satisfies Omit<JudgeConfig, 'model'>;

/** One version of an evaluator. Versions never change, so a result that names one stays explainable. */
export interface EvaluatorRecord {
  id: string;
  version: number;
  workspaceId: string;
  name: string;
  kind: EvaluatorKind;
  /** Null for `grounding`, which has nothing to set. */
  config: JudgeConfig | null;
  /** Whether the workspace uses it where nobody names one; only ever true of a latest version. */
  isDefault: boolean;
  /** Of the evaluator, the same in all of its versions. */
  createdAt: Date;
}
