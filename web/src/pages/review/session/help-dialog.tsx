import { Button } from '../../../ui/button';
import { Checkbox } from '../../../ui/checkbox';
import { Dialog } from '../../../ui/dialog';
import { DialogActions } from '../../../ui/dialog-actions';
import { type ActionId, actions, editKeys } from './keys';
import styles from './review.module.css';

interface HelpDialogProps {
  shown: ReadonlySet<ActionId>;
  isOpen: boolean;
  areKeysOn: boolean;
  onKeys: (areOn: boolean) => void;
  onClose: () => void;
}

/** The keys of the review page. */
export function HelpDialog({ shown, isOpen, areKeysOn, onKeys, onClose }: HelpDialogProps) {
  return (
    <Dialog title="Keys" isOpen={isOpen} onClose={onClose}>
      <Keys
        rows={actions.filter(({ id }) => shown.has(id)).map(({ key, help }) => ({ keys: key, help }))}
        label="Reviewing"
      />
      <h3>While a span is edited</h3>
      <Keys rows={editKeys} label="Editing a span" />
      <Checkbox label="Single keys are shortcuts" isChecked={areKeysOn} onChange={onKeys} />
      <DialogActions>
        <Button variant="primary" onPress={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Keys({ rows, label }: { rows: readonly { keys: string; help: string }[]; label: string }) {
  return (
    <dl className={styles.keys} aria-label={label}>
      {rows.map(({ keys, help }) => (
        <div key={keys}>
          <dt>
            <kbd className={styles.key}>{keys}</kbd>
          </dt>
          <dd>{help}</dd>
        </div>
      ))}
    </dl>
  );
}
