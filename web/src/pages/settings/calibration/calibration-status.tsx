import type { Calibration } from '../../../api/types';
import { Badge } from '../../../ui/badge';

/** Whether a calibration is on and applied. */
export function CalibrationStatus({ calibration }: { calibration: Calibration }) {
  const { activation, is_applied: isApplied, stale } = calibration;
  return (
    <>
      {activation === null ? <Badge>Off</Badge> : isApplied && <Badge tone="good">On</Badge>}
      {stale.length > 0 && (
        <Badge tone="warn">{activation === null ? 'Stale' : 'On, not applied: stale'}</Badge>
      )}
    </>
  );
}
