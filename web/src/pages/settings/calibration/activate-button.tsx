import { useState } from 'react';
import type { Calibration } from '../../../api/types';
import { formatShare } from '../../../text/numbers';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { useActivateCalibration } from './calibration-queries';

interface ActivateButtonProps {
  calibration: Calibration;
  /** The preference; null: no threshold. */
  share: number | null;
  isDisabled: boolean;
}

/** Turns a calibration on after a confirmation. */
export function ActivateButton({ calibration, share, isDisabled }: ActivateButtonProps) {
  const { id, version, activation } = calibration;
  const [isConfirming, setConfirming] = useState(false);
  const activate = useActivateCalibration(id);
  const action = activation === null ? 'Activate' : 'Save threshold';
  return (
    <>
      <Button variant="primary" isDisabled={isDisabled} onPress={() => setConfirming(true)}>
        {action}
      </Button>
      <ConfirmDialog
        title={`Apply version ${version} to later evaluations?`}
        action={action}
        isOpen={isConfirming}
        isPending={activate.isPending}
        error={activate.error}
        onConfirm={() => activate.mutate(share, { onSuccess: () => setConfirming(false) })}
        onClose={() => setConfirming(false)}
      >
        {share === null
          ? 'The threshold of the evaluator holds. '
          : `The threshold is set so that at most ${formatShare(share)} of clean replies are flagged, on average. `}
        It replaces the active version of the evaluator. Verdicts that are stored already do not change.
      </ConfirmDialog>
    </>
  );
}
