import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { FindingPrecision } from '../../api/types';
import { humanize } from '../../text/wording';
import { Badge } from '../../ui/badge';
import type { Column } from '../../ui/columns';
import { ErrorNotice } from '../../ui/error-notice';
import { Loading } from '../../ui/loading';
import { Table } from '../../ui/table';
import { useEvaluators } from '../../workspace/evaluators';
import { findingPrecisionQuery, formatConfirmed, formatPrecision } from '../../workspace/finding-precision';
import { useWorkspace } from '../../workspace/workspace';
import styles from './overview.module.css';

interface Row {
  kind: 'Tool' | 'Label' | 'Evaluator';
  name: string;
  confirmed: number;
  precision: FindingPrecision['labels'][number]['precision'];
}

const columns: Column<Row>[] = [
  { id: 'name', header: 'Findings', isRowHeader: true, cell: ({ name }) => name },
  { id: 'kind', header: 'By', cell: ({ kind }) => <Badge>{kind}</Badge> },
  {
    id: 'confirmed',
    header: 'Reviewed',
    align: 'end',
    cell: ({ confirmed, precision }) => formatConfirmed(confirmed, precision),
  },
  {
    id: 'precision',
    header: 'Precision (95% interval)',
    align: 'end',
    cell: ({ precision }) => formatPrecision(precision),
  },
];

/** How many findings people confirmed. `period` has the bounds only. */
export function ReviewedPrecision({ period }: { period: string }) {
  const workspace = useWorkspace();
  const { data, error, refetch } = useQuery(findingPrecisionQuery(workspace, period));
  const evaluators = useEvaluators().data?.items ?? [];
  const nameOf = (id: string) => evaluators.find((it) => it.id === id)?.name ?? `Evaluator ${id.slice(0, 8)}`;
  const rows = data === undefined ? [] : toRows(data, nameOf);
  return (
    <section className={styles.panel} aria-label="Precision from reviews">
      <h2>Precision from reviews</h2>
      <p className={styles.note}>
        Of the findings in the period that people confirmed or rejected; the filter does not apply. It holds
        for all findings only if the reviewed ones are a random sample.
      </p>
      {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Loading label="Loading reviews" />}
      {data !== undefined && rows.length === 0 && (
        <p className={styles.note}>
          No finding of this period is reviewed. <Link to={workspace.href('review')}>Review findings</Link>
        </p>
      )}
      {rows.length > 0 && (
        <Table
          label="Precision from reviews"
          columns={columns}
          rows={rows}
          rowKey={({ kind, name }) => `${kind} ${name}`}
        />
      )}
    </section>
  );
}

function toRows({ tools, labels, evaluators }: FindingPrecision, nameOf: (id: string) => string): Row[] {
  const rows: Row[] = [
    ...tools.map((it) => ({ ...it, kind: 'Tool' as const, name: it.tool_name ?? 'Text of replies' })),
    ...labels.map((it) => ({ ...it, kind: 'Label' as const, name: humanize(it.label) })),
    ...evaluators.map((it) => ({ ...it, kind: 'Evaluator' as const, name: nameOf(it.evaluator_id) })),
  ].map(({ kind, name, confirmed_count: confirmed, precision }) => ({ kind, name, confirmed, precision }));
  return rows.filter(({ precision }) => precision.n > 0);
}
