import { useLayoutEffect, useRef, useState } from 'react';

/** An element to scroll to, which may not be rendered yet. */
export interface RevealTarget {
  find: () => Element | null;
  block: ScrollLogicalPosition;
  /** Called before each scroll to the element. */
  onFound: () => void;
}

/** How long to look for the element and to follow it while the layout changes. */
const FOLLOW_MS = 5000;
/** Events by which the user takes over scrolling. */
const TAKEOVER_EVENTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'];

/**
 * Scrolls to an element as soon as the calling component has rendered it, and again whenever the height of
 * the page changes, because the virtualizer measures items around it. Ends after a time, not after a number
 * of frames: a slow machine renders few of them. User input ends it.
 */
export function useReveal(): (target: RevealTarget) => void {
  const [target, setTarget] = useState<RevealTarget | null>(null);
  const isFound = useRef(false);

  const bringIntoSight = () => {
    const element = target?.find() ?? null;
    if (target === null || element === null) return;
    isFound.current = true;
    target.onFound();
    element.scrollIntoView({ block: target.block, inline: 'nearest' });
  };

  useLayoutEffect(() => {
    if (!isFound.current) bringIntoSight();
  }); // after every render, because any of them may have created the element

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the target determines the scrolling.
  useLayoutEffect(() => {
    if (target === null) return;
    const end = () => setTarget(null);
    const observer = new ResizeObserver(bringIntoSight);
    observer.observe(document.body);
    const timeout = setTimeout(end, FOLLOW_MS);
    for (const name of TAKEOVER_EVENTS) window.addEventListener(name, end, { passive: true });
    return () => {
      isFound.current = false;
      clearTimeout(timeout);
      observer.disconnect();
      for (const name of TAKEOVER_EVENTS) window.removeEventListener(name, end);
    };
  }, [target]);

  return setTarget;
}
