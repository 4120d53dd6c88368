import type { ThresholdEffect } from '../../../api/types';
import { formatCount, formatShare, NO_VALUE } from '../../../text/numbers';
import type { Column } from '../../../ui/columns';
import { Table } from '../../../ui/table';

type Shares = ThresholdEffect['with'];
type Share = Shares['clean'];

interface Row {
  name: string;
  before: Share;
  after: Share;
}

const columns: Column<Row>[] = [
  { id: 'name', header: 'Flagged of', isRowHeader: true, cell: ({ name }) => name },
  { id: 'before', header: 'Before', align: 'end', cell: ({ before }) => formatShare(before.value) },
  {
    id: 'after',
    header: 'After',
    align: 'end',
    cell: ({ after }) => <strong>{formatShare(after.value)}</strong>,
  },
  { id: 'interval', header: '95% interval', align: 'end', cell: ({ after }) => formatInterval(after) },
  { id: 'n', header: 'Reviews', align: 'end', cell: ({ after }) => formatCount(after.n) },
];

/** The flagged shares of reviewed replies with and without a threshold. */
export function EffectTable({ effect }: { effect: ThresholdEffect }) {
  const toRow = (name: string, kind: keyof Shares): Row => ({
    name,
    before: effect.without[kind],
    after: effect.with[kind],
  });
  const rows = [
    toRow('Clean replies', 'clean'),
    toRow('Replies with an issue', 'issues'),
    toRow('All replies', 'replies'),
  ];
  return <Table label="Effect of the threshold" columns={columns} rows={rows} rowKey={({ name }) => name} />;
}

function formatInterval({ interval }: Share): string {
  return interval === null ? NO_VALUE : interval.map(formatShare).join(' to ');
}
