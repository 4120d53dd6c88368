import type { ReactNode } from 'react';
import { Button } from '../../../ui/button';
import { DialogActions } from '../../../ui/dialog-actions';
import { Notice } from '../../../ui/notice';
import { Secret } from '../../../ui/secret';
import styles from './created-secret.module.css';

interface CreatedSecretProps {
  secret: string;
  /** What the secret is, e.g. "link". */
  noun: string;
  /** What to do with it. */
  instructions: ReactNode;
  /** States when it expires. */
  expiry: ReactNode;
  onClose: () => void;
}

/** A new API key or invitation link in full. The API never shows it again. */
export function CreatedSecret({ secret, noun, instructions, expiry, onClose }: CreatedSecretProps) {
  return (
    <>
      <Notice tone="warn">{instructions}</Notice>
      <Secret text={secret} copyLabel={`Copy ${noun}`} />
      <p className={styles.expiry}>{expiry}</p>
      <DialogActions>
        <Button variant="primary" onPress={onClose}>
          I have copied it
        </Button>
      </DialogActions>
    </>
  );
}
