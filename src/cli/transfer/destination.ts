import type { SentVerdict } from '../../../packages/formats';

export const destinationKinds = ['otlp', 'langfuse', 'phoenix'] as const;
export type DestinationKind = (typeof destinationKinds)[number];

/** What a destination did with a batch of verdicts. */
export interface SentCounts {
  sent: number;
  /** Of replies without a span, where the destination needs one, or whose span it does not have. */
  unplaced: number;
  /** Why it refused others, one reason for each. */
  refused: string[];
}

/** Another tool that stores verdicts. Sending a verdict again replaces it. */
export interface Destination {
  /** @throws SendError if it does not accept the batch, also after retries */
  send(verdicts: readonly SentVerdict[], signal: AbortSignal): Promise<SentCounts>;
}
