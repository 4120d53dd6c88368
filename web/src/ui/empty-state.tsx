import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

export interface EmptyStateProps {
  title: string;
  /** Fills the page; its title becomes the page heading. */
  isPage?: boolean;
  /** Links or buttons to the next step. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** Explains why there is no content, and what to do. */
export function EmptyState({ title, isPage = false, actions, children }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {isPage && <title>{`${title} · Assay`}</title>}
      {isPage ? <h1 className={styles.title}>{title}</h1> : <p className={styles.title}>{title}</p>}
      <div className={styles.body}>{children}</div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
