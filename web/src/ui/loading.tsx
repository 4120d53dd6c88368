import styles from './loading.module.css';

/** A loading indicator. Appears with a delay, so that fast responses do not flicker. */
export function Loading({ label = 'Loading' }: { label?: string }) {
  return (
    <div className={styles.loading} role="status">
      <span className={styles.wheel} aria-hidden />
      {label}…
    </div>
  );
}
