import { CopyButton } from './copy-button';
import styles from './secret.module.css';

/** A secret with a copy button; a click selects it all. */
export function Secret({ text, copyLabel }: { text: string; copyLabel: string }) {
  return (
    <div className={styles.secret}>
      <code>{text}</code>
      <CopyButton text={text} label={copyLabel} />
    </div>
  );
}
