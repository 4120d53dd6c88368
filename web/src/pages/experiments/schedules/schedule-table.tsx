import type { Schedule } from '../../../api/types';
import { Badge } from '../../../ui/badge';
import type { Column } from '../../../ui/columns';
import { actionsColumn, createdColumn } from '../../../ui/row-columns';
import { Table } from '../../../ui/table';
import { Time } from '../../../ui/time';
import { ListEntry } from '../../../workspace/list-entry';
import { FiringResult } from './firing-result';
import { ScheduleActions } from './schedule-actions';

const columns: Column<Schedule>[] = [
  {
    id: 'name',
    header: 'Schedule',
    isRowHeader: true,
    cell: ({ id, name, cron, time_zone: timeZone }) => (
      <ListEntry name={name} list="Schedules" path={`experiments/schedules/${id}`}>
        <code>{cron}</code>
        <span>{timeZone}</span>
      </ListEntry>
    ),
  },
  { id: 'next', header: 'Next firing', cell: (schedule) => <NextFiring schedule={schedule} /> },
  {
    id: 'last',
    header: 'Last firing',
    cell: ({ last_firing: firing }) => (firing === null ? 'None yet' : <FiringResult firing={firing} />),
  },
  createdColumn(({ created_at: at }) => at),
  actionsColumn((schedule) => <ScheduleActions schedule={schedule} isInRow />),
];

/** A page of schedules with their next and last firing. */
export function ScheduleTable({ schedules }: { schedules: readonly Schedule[] }) {
  return <Table label="Schedules" columns={columns} rows={schedules} rowKey={({ id }) => id} />;
}

function NextFiring({ schedule }: { schedule: Schedule }) {
  const { is_paused: isPaused, paused_reason: reason, next_firing_at: at } = schedule;
  if (isPaused) return <Badge tone="warn">{reason === null ? 'Paused' : 'Stopped'}</Badge>;
  return at === null ? 'Unknown' : <Time at={at} />;
}
