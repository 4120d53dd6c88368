import type { CreatedApiKey } from '../../../api/types';
import { Button } from '../../../ui/button';
import { CopyButton } from '../../../ui/copy-button';
import { DialogActions } from '../../../ui/dialog-actions';
import { Notice } from '../../../ui/notice';
import { Time } from '../../../ui/time';
import styles from './created-key.module.css';

/** A new key in full. The API never shows it again. */
export function CreatedKey({
  created: { key, expires_at: expiresAt },
  onClose,
}: {
  created: CreatedApiKey;
  onClose: () => void;
}) {
  return (
    <>
      <Notice tone="warn">
        Copy the key now: it is shown this once, and only its beginning is kept in sight afterwards.
      </Notice>
      <div className={styles.key}>
        <code>{key}</code>
        <CopyButton text={key} label="Copy the key" />
      </div>
      <p className={styles.expiry}>
        It opens the API until <Time at={expiresAt} />.
      </p>
      <DialogActions>
        <Button variant="primary" onPress={onClose}>
          I have copied it
        </Button>
      </DialogActions>
    </>
  );
}
