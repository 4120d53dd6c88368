import { Button } from './button';
import styles from './pagination.module.css';

export interface PaginationProps {
  /** What the pages are of, e.g. "Conversations". */
  label: string;
  isFirst: boolean;
  /** Null when nothing follows. */
  nextCursor: string | null;
  onFirst: () => void;
  onNext: (cursor: string) => void;
}

/** Onward through a list by cursor, and back to its start; the browser's back button goes one page back. */
export function Pagination({ label, isFirst, nextCursor, onFirst, onNext }: PaginationProps) {
  if (isFirst && nextCursor === null) return null;
  return (
    <nav className={styles.pagination} aria-label={`Pages of ${label}`}>
      <Button isDisabled={isFirst} onPress={onFirst}>
        First page
      </Button>
      <Button isDisabled={nextCursor === null} onPress={() => nextCursor !== null && onNext(nextCursor)}>
        Next page
      </Button>
    </nav>
  );
}
