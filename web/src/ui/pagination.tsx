import { Button } from './button';
import styles from './pagination.module.css';

export interface PaginationProps {
  /** The plural of the listed items, e.g. "conversations". */
  label: string;
  isFirst: boolean;
  /** Null on the last page. */
  nextCursor: string | null;
  onFirst: () => void;
  onNext: (cursor: string) => void;
}

/**
 * Buttons for the first and next page of a cursor-paged list. The browser's back button goes one page back.
 */
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
