import { useQuery } from '@tanstack/react-query';
import type { ReviewAgreement } from '../../../api/types';
import { formatCount, formatDecimal, formatShare } from '../../../text/numbers';
import { humanize, pluralize } from '../../../text/wording';
import type { Column } from '../../../ui/columns';
import { ErrorNotice } from '../../../ui/error-notice';
import { Loading } from '../../../ui/loading';
import { Table } from '../../../ui/table';
import { useWorkspace } from '../../../workspace/workspace';
import { agreementQuery } from '../shared/queue-queries';

type LabelRow = ReviewAgreement['labels'][number];
type ReviewerRow = ReviewAgreement['reviewers'][number];

const labelColumns: Column<LabelRow>[] = [
  { id: 'label', header: 'Label', isRowHeader: true, cell: ({ label }) => humanize(label) },
  { id: 'cohen', header: 'Cohen’s kappa', align: 'end', cell: ({ cohen_kappa: it }) => formatDecimal(it) },
  { id: 'fleiss', header: 'Fleiss’ kappa', align: 'end', cell: ({ fleiss_kappa: it }) => formatDecimal(it) },
  { id: 'f1', header: 'Span F1', align: 'end', cell: ({ span_f1: it }) => formatDecimal(it) },
];
const reviewerColumns: Column<ReviewerRow>[] = [
  { id: 'reviewer', header: 'Reviewer', isRowHeader: true, cell: ({ reviewer }) => reviewer.name },
  { id: 'items', header: 'Shared', align: 'end', cell: ({ paired_item_count: it }) => formatCount(it) },
  { id: 'same', header: 'Same review', align: 'end', cell: ({ observed_agreement: it }) => formatShare(it) },
  { id: 'kappa', header: 'Cohen’s kappa', align: 'end', cell: ({ cohen_kappa: it }) => formatDecimal(it) },
  { id: 'f1', header: 'Span F1', align: 'end', cell: ({ span_f1: it }) => formatDecimal(it) },
];

/** How far the reviewers of a queue agree. */
export function Agreement({ queueId }: { queueId: string }) {
  const { data, error, refetch } = useQuery(agreementQuery(useWorkspace(), queueId));
  if (error !== null) return <ErrorNotice error={error} onRetry={refetch} />;
  if (data === undefined) return <Loading label="Loading agreement" />;
  if (data.item_count === 0) return <p>No reply has been completed by two reviewers yet.</p>;
  return (
    <>
      <p>
        Over {pluralize(data.item_count, 'reply', 'replies')} that at least two reviewers completed: Cohen’s
        kappa {formatDecimal(data.cohen_kappa)}, Fleiss’ kappa {formatDecimal(data.fleiss_kappa)}, span F1{' '}
        {formatDecimal(data.span_f1)}.
      </p>
      <Table
        label="Agreement of reviewers"
        columns={reviewerColumns}
        rows={data.reviewers}
        rowKey={({ reviewer }) => reviewer.id}
      />
      {data.labels.length > 0 && (
        <Table
          label="Agreement by label"
          columns={labelColumns}
          rows={data.labels}
          rowKey={({ label }) => label}
        />
      )}
    </>
  );
}
