import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

export interface EmptyStateProps {
  title: string;
  /** Stands for the whole page, so that its title is the heading of the page. */
  isPage?: boolean;
  children?: ReactNode;
}

/** Says why there is nothing here, and what to do about it. */
export function EmptyState({ title, isPage = false, children }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {isPage && <title>{`${title} · Assay`}</title>}
      {isPage ? <h1 className={styles.title}>{title}</h1> : <p className={styles.title}>{title}</p>}
      <div className={styles.body}>{children}</div>
    </div>
  );
}
