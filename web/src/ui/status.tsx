import { humanize } from '../text/wording';
import { Badge, type Tone } from './badge';
import styles from './badge.module.css';

const tones: Record<string, Tone> = {
  completed: 'good',
  failed: 'danger',
  cancelled: 'warn',
  running: 'accent',
  generating: 'accent',
  evaluating: 'accent',
  queued: 'accent',
  preparing: 'accent',
  ready: 'accent',
};

/** The status of an experiment, item or run. */
export function Status({ status }: { status: string }) {
  return (
    <Badge tone={tones[status] ?? 'neutral'}>
      <span className={styles.dot} aria-hidden />
      {humanize(status)}
    </Badge>
  );
}
