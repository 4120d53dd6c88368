/** The messages that a query covers. */
export interface AnalyticsQuery {
  workspaceId: string;
  /** A message filter with a lower and an upper bound of `created_at`. */
  filter: string;
  /** Aborts when the client has disconnected. */
  signal: AbortSignal;
}

/** `sampledShare`: of the conversations that were counted; null: all. */
export type Sampled<Result> = Result & { sampledShare: number | null };
