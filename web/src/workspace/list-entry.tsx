import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './list-page.module.css';
import { useListState } from './use-list';
import { useWorkspace } from './workspace';

interface ListEntryProps {
  name: string;
  /** The title of the list. */
  list: string;
  /** The path of its page, relative to the workspace. */
  path: string;
  /** Facts below the name. */
  children: ReactNode;
}

/** The name cell of a list: a link to the page of the item, with facts below. */
export function ListEntry({ name, list, path, children }: ListEntryProps) {
  const { href } = useWorkspace();
  return (
    <div className={styles.name}>
      <Link className={styles.link} title={name} to={href(path)} state={useListState(list)}>
        {name}
      </Link>
      <p className={styles.about}>{children}</p>
    </div>
  );
}
