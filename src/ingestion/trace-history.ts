import type { Assembled } from '../../packages/formats';
import type { Grouping } from './group-spans';
import { type HistoryOutline, outlineHistory } from './history-points';

/** The outline of a conversation that no session names: other traces may continue it. */
export interface TraceHistory extends HistoryOutline {
  /** Id of the conversation. */
  _id: string;
  workspaceId: string;
  /** The id of the trace that began it. */
  key: string;
  /** Digest of the service and the user that its first span names. */
  source: string;
  startMicros: number;
}

/** Null when a session names the conversation. */
export function toTraceHistory(
  { workspaceId, id, grouping }: { workspaceId: string; id: string; grouping: Grouping },
  { messages, source }: Pick<Assembled, 'messages' | 'source'>,
): TraceHistory | null {
  const startMicros = Math.min(...messages.map(({ span }) => span.startMicros));
  return grouping.source === 'client' || messages.length === 0
    ? null
    : { _id: id, workspaceId, key: grouping.key, source, startMicros, ...outlineHistory(messages) };
}
