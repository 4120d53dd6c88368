import { useId, useState } from 'react';
import { Link } from 'react-router';
import { createIdempotencyKey } from '../../../api/idempotency-key';
import type { CalibrationSample } from '../../../api/types';
import { formatCount } from '../../../text/numbers';
import { pluralize } from '../../../text/wording';
import { Button } from '../../../ui/button';
import { ErrorNotice } from '../../../ui/error-notice';
import { ProgressBar } from '../../../ui/progress-bar';
import { useSearch } from '../../../workspace/use-search';
import { useWorkspace } from '../../../workspace/workspace';
import styles from './calibration.module.css';
import { useFitCalibration } from './calibration-queries';

/** How many replies of a sample are reviewed, and a button that fits the next version to them. */
export function SampleProgress({ sample }: { sample: CalibrationSample }) {
  const { reviewed_count: reviewed, needed_count: needed, undecided_count: undecided } = sample;
  const { role, canWrite, href } = useWorkspace();
  const { change } = useSearch();
  const reasonId = useId();
  const [key, setKey] = useState(createIdempotencyKey);
  const fit = useFitCalibration(sample.evaluator_id);
  const obstacle = describeObstacle(sample);
  const submit = () =>
    fit.mutate(
      { queueId: sample.queue_id, key },
      {
        onSuccess: () => {
          setKey(createIdempotencyKey());
          change({ version: null, cursor: null }, { replace: true });
        },
      },
    );
  return (
    <>
      <div className={styles.progress}>
        <ProgressBar label="Reviewed replies" value={Math.min(reviewed, needed)} total={needed} />
      </div>
      <p id={reasonId} className={styles.note}>
        {obstacle ?? `${pluralize(reviewed, 'reviewed reply', 'reviewed replies')} can be fitted.`} The sample
        is of {formatCount(sample.population)} replies that this version of the evaluator scored.{' '}
        {undecided > 0 &&
          `${pluralize(undecided, 'reply has', 'replies have')} undecided findings: until they are decided, only the score is calibrated. `}
        {canWrite && obstacle !== null && (
          <Link to={href(`review/${sample.queue_id}`)}>Review this sample</Link>
        )}
      </p>
      {role === 'admin' ? (
        <div>
          <Button
            variant="primary"
            isDisabled={obstacle !== null || fit.isPending}
            aria-describedby={reasonId}
            onPress={submit}
          >
            {fit.isPending ? 'Fitting…' : 'Fit calibration'}
          </Button>
        </div>
      ) : (
        <p className={styles.note}>Only admins fit and activate calibrations.</p>
      )}
      {fit.error !== null && <ErrorNotice error={fit.error} />}
    </>
  );
}

/** What prevents a calibration by a sample, and what to do; null if nothing does. */
function describeObstacle({
  reviewed_count: reviewed,
  needed_count: needed,
  disputed_count: disputed,
}: Pick<CalibrationSample, 'reviewed_count' | 'needed_count' | 'disputed_count'>): string | null {
  if (disputed > 0)
    return `Reviewers disagree on ${pluralize(disputed, 'reply', 'replies')}. Adjudicate them first.`;
  if (reviewed >= needed) return null;
  return `Review ${pluralize(needed - reviewed, 'more reply', 'more replies')} to fit a calibration.`;
}
