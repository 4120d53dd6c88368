import { formatCount } from '../../text/numbers';
import type { Column } from '../../ui/columns';
import { ConversationRate } from './conversation-rate';
import { IntervalRate } from './interval-rate';

/** A column of numbers that can be sorted by. */
export function numberColumn<Row>(
  id: string,
  header: string,
  numberOf: (row: Row) => number | null,
  format: (value: number | null) => string = formatCount,
): Column<Row> {
  return { id, header, align: 'end', sortBy: numberOf, cell: (it) => format(numberOf(it)) };
}

type Rates = Parameters<typeof IntervalRate>[0] & Parameters<typeof ConversationRate>[0];

/** The issue rate of replies and that of conversations. */
export const rateColumns: Column<Rates>[] = [
  {
    id: 'rate',
    header: 'Issue rate (95% interval)',
    align: 'end',
    sortBy: (it) => it.issue_rate,
    cell: (it) => <IntervalRate {...it} />,
  },
  {
    id: 'by-conversation',
    header: 'By conversation',
    align: 'end',
    sortBy: (it) => it.conversation_issue_rate,
    cell: (it) => <ConversationRate {...it} />,
  },
];
