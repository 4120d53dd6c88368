import { useNavigate } from 'react-router';
import type { Schedule } from '../../../api/types';
import { Badge } from '../../../ui/badge';
import { PageHeader } from '../../../ui/page-header';
import { Time } from '../../../ui/time';
import { FiringTable } from './firing-table';
import styles from './schedule.module.css';
import { ScheduleActions } from './schedule-actions';
import { overlapNames } from './schedule-times';

interface ScheduleViewProps {
  schedule: Schedule;
  /** The URL of the list. */
  list: string;
}

/** The facts of a schedule, its next firings and the experiments of the latest ones. */
export function ScheduleView({ schedule, list }: ScheduleViewProps) {
  const navigate = useNavigate();
  const { name, cron, time_zone: timeZone, is_paused: isPaused, next_firings_at: next } = schedule;
  return (
    <>
      <PageHeader
        title={name}
        parent={{ name: 'Schedules', to: list }}
        facts={
          <>
            {isPaused && <Badge tone="warn">{schedule.paused_reason === null ? 'Paused' : 'Stopped'}</Badge>}
            <code>{cron}</code>
            <span>{timeZone}</span>
            <span>While the last experiment runs: {overlapNames[schedule.overlap].toLowerCase()}</span>
            <span>
              Created <Time at={schedule.created_at} />
            </span>
          </>
        }
        actions={<ScheduleActions schedule={schedule} onDeleted={() => navigate(list, { replace: true })} />}
      />
      <div className={styles.view}>
        <section>
          <h2 className={styles.heading}>Last experiments</h2>
          {schedule.recent_firings.length === 0 ? (
            <p>The schedule has not fired yet.</p>
          ) : (
            <FiringTable firings={schedule.recent_firings} />
          )}
        </section>
        <section>
          <h2 className={styles.heading}>Next firings</h2>
          {next.length > 0 ? (
            <ol className={styles.firings}>
              {next.map((at) => (
                <li key={at}>
                  <Time at={at} />
                </li>
              ))}
            </ol>
          ) : (
            <p>{whyNone(schedule)}</p>
          )}
        </section>
      </div>
    </>
  );
}

function whyNone({ is_paused: isPaused, paused_reason: reason }: Schedule): string {
  if (reason !== null) {
    return 'Stopped: its creator is no longer a contributor of this workspace. Resume it to take it over.';
  }
  return isPaused ? 'None while the schedule is paused.' : 'Unknown while Temporal is unavailable.';
}
