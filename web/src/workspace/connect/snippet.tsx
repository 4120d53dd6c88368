import { CopyButton } from '../../ui/copy-button';
import styles from './snippet.module.css';

/** Code to copy. */
export function Snippet({ title, text }: { title: string; text: string }) {
  return (
    <div className={styles.snippet}>
      <div className={styles.head}>
        <h3>{title}</h3>
        <CopyButton text={text} label={`Copy ${title}`} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard. */}
      <pre className={styles.code} tabIndex={0}>
        <code>{text}</code>
      </pre>
    </div>
  );
}
