import { notFound } from '../platform/errors/error-templates';
import type { FoundPage } from '../platform/http/page';
import type { Finding } from './findings/finding';
import { listReports } from './findings/finding.repository';
import { type FindingPageRequest, listCurrentFindings } from './findings/listed-finding.repository';
import type { MessageFilter } from './message-filter/message-filter';

export type FindingService = ReturnType<typeof createFindingService>;

/** Reads the ledger of findings. */
export function createFindingService() {
  return {
    /** The next current findings that the filter selects, newest first; null: all except in replies of experiments. */
    async listFindings(
      workspaceId: string,
      filter: MessageFilter | null,
      page: FindingPageRequest,
    ): Promise<FoundPage<Finding>> {
      return listCurrentFindings(workspaceId, filter?.query ?? { experimentId: null }, page);
    },

    /**
     * The reports of one finding by each evaluator, current or not.
     * @throws AppError not_found
     */
    async getFinding(workspaceId: string, id: string): Promise<Finding[]> {
      const reports = await listReports(workspaceId, id);
      if (reports.length === 0) throw notFound('Finding', 'finding_id');
      return reports;
    },
  };
}
