import { inSlice } from '../../packages/concurrency';
import {
  type DecodedExport,
  type ExportNotices,
  listNotices,
  logOrigins,
  type Notices,
  rawLogRecords,
  rawSpans,
  spanOrigins,
  sumNotices,
} from '../../packages/formats';
import { noticesOf, readEvents, readSpans, rejectItems, rejectionsOf } from './read-export';
import { diagnoseEvents, diagnoseSpans } from './status/diagnose';
import type { IngestionStatusService } from './status/ingestion-status.service';
import { warningsOf } from './status/warnings';
import type { TraceService } from './trace.service';

const FULL = 'its conversation or trace has reached the maximum size';

export type ExportIngestion = ReturnType<typeof createExportIngestion>;

/** Stores decoded exports, records the status of their source, and returns notices for the sender. */
export function createExportIngestion({
  traces,
  status,
}: {
  traces: Pick<TraceService, 'storeSpans' | 'storeEvents'>;
  status: Pick<IngestionStatusService, 'recordBatch'>;
}) {
  return {
    async ingestSpans(
      workspaceId: string,
      { value: decoded, notices }: DecodedExport,
      signal: AbortSignal,
    ): Promise<ExportNotices> {
      const read = await readSpans(await inSlice(() => rawSpans(decoded)));
      const refused = await traces.storeSpans(workspaceId, read.items, signal);
      const outcomes = rejectItems(read.outcomes, refused, FULL);
      const reports = await inSlice(() => diagnoseSpans(spanOrigins(decoded), outcomes));
      return report(workspaceId, 'traces', outcomes, { reports, notices });
    },

    async ingestEvents(
      workspaceId: string,
      { value: decoded, notices }: DecodedExport,
      signal: AbortSignal,
    ): Promise<ExportNotices> {
      const read = await readEvents(await inSlice(() => rawLogRecords(decoded)));
      const refused = await traces.storeEvents(workspaceId, read.items, signal);
      const outcomes = rejectItems(read.outcomes, refused, FULL);
      const reports = await inSlice(() => diagnoseEvents(logOrigins(decoded), outcomes));
      return report(workspaceId, 'logs', outcomes, { reports, notices });
    },
  };

  function report(
    workspaceId: string,
    signal: 'traces' | 'logs',
    outcomes: Parameters<typeof noticesOf>[0],
    { reports, notices }: { reports: Parameters<typeof warningsOf>[0]; notices: Notices },
  ): ExportNotices {
    status.recordBatch(workspaceId, signal, reports);
    const changes = listNotices(sumNotices([notices, ...noticesOf(outcomes)]));
    const described = changes.map(({ message }) => message);
    return { rejections: rejectionsOf(outcomes), warnings: [...warningsOf(reports), ...described] };
  }
}
