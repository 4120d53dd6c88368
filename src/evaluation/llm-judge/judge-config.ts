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
