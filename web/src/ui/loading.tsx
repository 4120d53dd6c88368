import styles from './loading.module.css';

/** Something is on its way. Appears after a moment, so that quick answers do not flicker. */
export function Loading({ label = 'Loading' }: { label?: string }) {
  return (
    <div className={styles.loading} role="status">
      <span className={styles.wheel} aria-hidden />
      {label}…
    </div>
  );
}
