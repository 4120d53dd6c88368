import { useLayoutEffect, useRef, useState } from 'react';

/** An element that is to be in sight, which may still have to be drawn. */
export interface RevealTarget {
  find: () => Element | null;
  block: ScrollLogicalPosition;
  /** Called whenever the element is there to be scrolled to. */
  onFound: () => void;
}

/** For how long an element is looked for, and followed while the page settles around it. */
const FOLLOW_MS = 5000;
/** What shows that readers have begun to move the page themselves. */
const TAKEOVER_EVENTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'];

/**
 * Brings an element into sight as soon as the calling component has drawn it, and again whenever the height of the page
 * changes, as it does while what lies around the element is measured. Frames are not counted, for a slow machine shows
 * few of them. A reader who moves the page ends it.
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
  }); // after each draw, for any of them may have drawn it

  // biome-ignore lint/correctness/useExhaustiveDependencies: how it is brought into sight depends on the target alone.
  useLayoutEffect(() => {
    if (target === null) return;
    const end = () => setTarget(null);
    const observer = new ResizeObserver(bringIntoSight);
    observer.observe(document.body);
    const settling = setTimeout(end, FOLLOW_MS);
    for (const name of TAKEOVER_EVENTS) window.addEventListener(name, end, { passive: true });
    return () => {
      isFound.current = false;
      clearTimeout(settling);
      observer.disconnect();
      for (const name of TAKEOVER_EVENTS) window.removeEventListener(name, end);
    };
  }, [target]);

  return setTarget;
}
