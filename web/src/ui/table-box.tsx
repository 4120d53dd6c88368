import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { joinClasses } from './class-names';
import styles from './table.module.css';

interface TableBoxProps {
  /** The accessible name of the box. */
  label: string;
  /** The box has a fixed height and scrolls vertically. */
  isTall?: boolean;
  /** Has few columns. */
  isNarrow?: boolean;
  /** The element that scrolls. */
  box?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** The scroll container of a table. A shadow marks each side with hidden content. */
export function TableBox({ label, isTall = false, isNarrow = false, box, children }: TableBoxProps) {
  const own = useRef<HTMLElement>(null);
  const scrolling = box ?? own;
  const start = useRef<HTMLSpanElement>(null);
  const end = useRef<HTMLSpanElement>(null);
  const hasMoreBefore = useIsHidden(start, scrolling);
  const hasMoreAfter = useIsHidden(end, scrolling);
  return (
    <div
      className={styles.frame}
      data-table
      data-narrow={isNarrow}
      data-more-before={hasMoreBefore}
      data-more-after={hasMoreAfter}
    >
      <section
        className={joinClasses(styles.box, isTall && styles.tall)}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
        tabIndex={0}
        ref={scrolling}
      >
        <div className={styles.content}>
          <span className={styles.start} ref={start} />
          {children}
          <span className={styles.end} ref={end} />
        </div>
      </section>
    </div>
  );
}

/** Whether an edge of the content is hidden. An observer avoids the layout that measuring would force. */
function useIsHidden(edge: RefObject<HTMLElement | null>, box: RefObject<HTMLElement | null>): boolean {
  const [isHidden, setHidden] = useState(false);
  useEffect(() => {
    if (edge.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => setHidden(entries.at(-1)?.isIntersecting === false),
      { root: box.current },
    );
    observer.observe(edge.current);
    return () => observer.disconnect();
  }, [edge, box]);
  return isHidden;
}
