import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { joinClasses } from './class-names';
import styles from './table.module.css';

interface TableBoxProps {
  /** Read out as the name of the box. */
  label: string;
  /** The box has a height of its own, and scrolls in it. */
  isTall?: boolean;
  /** The element that scrolls. */
  box?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** Where a table scrolls, so that the page does not. A shadow lies on each side on which there is more of it. */
export function TableBox({ label, isTall = false, box, children }: TableBoxProps) {
  const own = useRef<HTMLElement>(null);
  const scrolling = box ?? own;
  const start = useRef<HTMLSpanElement>(null);
  const end = useRef<HTMLSpanElement>(null);
  const hasMoreBefore = useIsHidden(start, scrolling);
  const hasMoreAfter = useIsHidden(end, scrolling);
  return (
    <div className={styles.frame} data-more-before={hasMoreBefore} data-more-after={hasMoreAfter}>
      <section
        className={joinClasses(styles.box, isTall && styles.tall)}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by keyboard.
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

/** Whether an edge of what scrolls is out of sight. It is observed: to measure it would cost a layout each time. */
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
