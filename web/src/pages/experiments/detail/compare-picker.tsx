import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { DialogActions } from '../../../ui/dialog-actions';
import { ComparableExperiments } from '../shared/comparable-experiments';

interface ComparePickerProps {
  experimentId: string;
  isOpen: boolean;
  onClose: () => void;
}

/** The experiments to compare with, by number of shared conversations. */
export function ComparePicker({ experimentId, isOpen, onClose }: ComparePickerProps) {
  return (
    <Dialog title="Compare with another experiment" isOpen={isOpen} onClose={onClose} isWide>
      <ComparableExperiments experimentId={experimentId} />
      <DialogActions>
        <Button onPress={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}
