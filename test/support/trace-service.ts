import { createConversationService } from '../../src/conversations/conversation.service';
import { releaseTraces } from '../../src/ingestion/release-traces';
import { createTraceService, type TraceServiceDependencies } from '../../src/ingestion/trace.service';

/** A trace service with its conversations. `due`: the conversations of each evaluation that it has started. */
export function traceServiceOf(retentionOf: TraceServiceDependencies['retentionOf'] = async () => null) {
  const conversations = createConversationService({ retentionOf, releaseSources: releaseTraces });
  const due: string[][] = [];
  const traces = createTraceService({
    conversations,
    retentionOf,
    onlineEvaluation: {
      markDue: async (_workspaceId, ids) => [...ids],
      start: async (_workspaceId, ids) => void due.push([...ids]),
    },
  });
  return { conversations, traces, due };
}
