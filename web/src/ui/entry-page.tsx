import type { ReactNode } from 'react';
import styles from './entry-page.module.css';

/** A page outside of workspaces, such as the sign-in page: a centered card. */
export function EntryPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={styles.page}>
      <title>{`${title} · Assay`}</title>
      <div className={styles.card}>{children}</div>
    </main>
  );
}

/** The product name as the heading of an entry page. */
export function EntryBrand() {
  return (
    <h1 className={styles.title}>
      <span className={styles.mark}>Assay</span>
    </h1>
  );
}
