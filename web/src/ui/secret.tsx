import { CopyButton } from './copy-button';
import styles from './secret.module.css';

/** A secret that is shown once, with a button that copies it; a click selects all of it. */
export function Secret({ text, copyLabel }: { text: string; copyLabel: string }) {
  return (
    <div className={styles.secret}>
      <code>{text}</code>
      <CopyButton text={text} label={copyLabel} />
    </div>
  );
}
