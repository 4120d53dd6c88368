import type { CreatedApiKey } from '../../../api/types';
import { Button } from '../../../ui/button';
import { DialogActions } from '../../../ui/dialog-actions';
import { Notice } from '../../../ui/notice';
import { Secret } from '../../../ui/secret';
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
      <Secret text={key} copyLabel="Copy the key" />
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
