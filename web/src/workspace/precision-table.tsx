import type { ReactNode } from 'react';
import type { FindingPrecision } from '../api/types';
import { formatConfirmed, formatPrecision } from '../text/precision';
import { humanize } from '../text/wording';
import { Badge } from '../ui/badge';
import type { Column } from '../ui/columns';
import { Table } from '../ui/table';
import { useEvaluators } from './evaluators';

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

/** How many findings people confirmed, by tool, label and evaluator; `empty` without reviews. */
export function PrecisionTable({ precision, empty }: { precision: FindingPrecision; empty: ReactNode }) {
  const evaluators = useEvaluators().data?.items ?? [];
  const nameOf = (id: string) => evaluators.find((it) => it.id === id)?.name ?? `Evaluator ${id.slice(0, 8)}`;
  const rows = toRows(precision, nameOf);
  if (rows.length === 0) return empty;
  return (
    <Table
      label="Precision from reviews"
      columns={columns}
      rows={rows}
      rowKey={({ kind, name }) => `${kind} ${name}`}
    />
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
