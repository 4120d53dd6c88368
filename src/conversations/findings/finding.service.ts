import { notFound } from '../../platform/errors/error-templates';
import type { FoundPage } from '../../platform/http/page';
import type { TimeLimit } from '../../platform/mongo/time-limit';
import type { MessageFilter } from '../message-filter/message-filter';
import { convertOffsets } from '../storage/converted-offsets.repository';
import type { Finding } from './ledger/finding';
import { listReports } from './ledger/finding.repository';
import { type FoldedFinding, listFoldedFindings } from './ledger/folded-finding.repository';
import { type FindingPageRequest, listCurrentFindings } from './ledger/listed-finding.repository';
import { listRecurringFindings, type RecurringFinding } from './ledger/recurring-finding.repository';

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

    /** The same, of equal findings of a conversation only the newest, unless the filter names `conversation_id`. */
    async listFoldedFindings(
      workspaceId: string,
      filter: MessageFilter | null,
      page: FindingPageRequest,
    ): Promise<FoundPage<FoldedFinding>> {
      const query = filter?.query ?? { experimentId: null };
      if (filter === null || !filter.namesConversations) return listFoldedFindings(workspaceId, query, page);
      const { items, hasMore } = await listCurrentFindings(workspaceId, query, page);
      return { items: items.map((finding) => ({ ...finding, equalCount: 1 })), hasMore };
    },

    convertOffsets,

    /** The most frequent texts of findings in at least two conversations; null: all except in replies of experiments. */
    async listRecurring(
      workspaceId: string,
      filter: MessageFilter | null,
      request: { limit: number; timeLimit: TimeLimit },
    ): Promise<RecurringFinding[]> {
      return listRecurringFindings(workspaceId, filter?.query ?? { experimentId: null }, request);
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
