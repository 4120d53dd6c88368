import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './page-header.module.css';

export interface PageHeaderProps {
  title: string;
  /** The parent page, linked above the title. */
  parent?: { name: string; to: string };
  /** Facts next to the title: states, counts. */
  facts?: ReactNode;
  /** Buttons. */
  actions?: ReactNode;
}

/** The title, facts and actions of a page; also sets the document title. */
export function PageHeader({ title, parent, facts, actions }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <title>{`${title} · Assay`}</title>
      <div className={styles.names}>
        {parent !== undefined && (
          <Link className={styles.parent} to={parent.to}>
            ← {parent.name}
          </Link>
        )}
        <h1 className={styles.title}>{title}</h1>
        {facts !== undefined && <div className={styles.facts}>{facts}</div>}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
