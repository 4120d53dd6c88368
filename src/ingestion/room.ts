import type { Route } from '../platform/http/route';
import { createExportIngestion } from './ingest-export';
import { ingestionStatusRoutes } from './status/ingestion-status.routes';
import {
  createIngestionStatusService,
  type IngestionStatusDependencies,
} from './status/ingestion-status.service';
import { traceRoutes } from './trace.routes';
import { createTraceService, type TraceServiceDependencies } from './trace.service';

/** Traces and logs of tracing clients, and the status of their sources. */
export function createIngestion({
  logger,
  workspaceExists,
  maxExportBytes,
  ...traces
}: TraceServiceDependencies & IngestionStatusDependencies & { maxExportBytes: number }): { routes: Route[] } {
  const status = createIngestionStatusService({ logger, workspaceExists });
  return {
    routes: [
      ...traceRoutes({
        ingestion: createExportIngestion({ traces: createTraceService(traces), status }),
        maxExportBytes,
      }),
      ...ingestionStatusRoutes({ status }),
    ],
  };
}
