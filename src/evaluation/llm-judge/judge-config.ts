/** The settings of an `llm_judge`. Credentials belong to the provider, so no field is secret. */
export interface JudgeConfig {
  /** `name` of the default provider, or `provider/name`. */
  model: string;
  /** Timeout of a model call in milliseconds. */
  timeoutMs: number;
  /** Context window of the model in tokens, including its reply. */
  contextTokens: number;
  /** Whether the model checks each finding a second time; unconfirmed findings are dropped. */
  verify: boolean;
}

/** Settings of a judge that is created without them. */
export const defaultJudgeConfig = {
  timeoutMs: 60_000,
  contextTokens: 128_000,
  verify: false,
} as const satisfies Omit<JudgeConfig, 'model'>;
