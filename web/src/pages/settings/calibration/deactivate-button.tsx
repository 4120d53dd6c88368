import { useState } from 'react';
import type { Calibration } from '../../../api/types';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { useDeactivateCalibration } from './calibration-queries';

/** Turns a calibration off after a confirmation. */
export function DeactivateButton({ calibration: { id, version } }: { calibration: Calibration }) {
  const [isConfirming, setConfirming] = useState(false);
  const deactivate = useDeactivateCalibration(id);
  return (
    <>
      <Button onPress={() => setConfirming(true)}>Deactivate</Button>
      <ConfirmDialog
        title={`Deactivate version ${version}?`}
        action="Deactivate"
        isOpen={isConfirming}
        isPending={deactivate.isPending}
        error={deactivate.error}
        onConfirm={() => deactivate.mutate(undefined, { onSuccess: () => setConfirming(false) })}
        onClose={() => setConfirming(false)}
      >
        Later evaluations report raw values and all findings. Verdicts that are stored already do not change.
      </ConfirmDialog>
    </>
  );
}
