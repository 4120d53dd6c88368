import { type FocusEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import type { Segment } from '../text/segments';

/** A mark and its segment. */
export interface Pointed {
  element: HTMLElement;
  segment: Segment;
}

/** How long the pointer may take from a mark to its tooltip. */
const GRACE_MS = 150;

/**
 * The mark whose tooltip is shown: the hovered one, else the focused one. As WCAG 1.4.13 requires, the
 * tooltip stays while the pointer is on it or moves there, and Escape hides it without moving pointer or
 * focus. `find` returns the mark that contains an element.
 */
export function usePointedMark(find: (element: Element) => Pointed | null) {
  const [hovered, setHovered] = useState<Pointed | null>(null);
  const [focused, setFocused] = useState<Pointed | null>(null);
  const leaving = useRef(0);
  const pointed = hovered ?? focused;
  const isPointing = pointed !== null;

  useEffect(() => () => clearTimeout(leaving.current), []);
  useEffect(() => {
    if (!isPointing) return;
    const dismiss = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation(); // the dialog around the text stays open
      setHovered(null);
      setFocused(null);
    };
    document.addEventListener('keydown', dismiss, true);
    return () => document.removeEventListener('keydown', dismiss, true);
  }, [isPointing]);

  const hover = (next: Pointed | null) => {
    clearTimeout(leaving.current);
    if (next !== null) setHovered(next);
    else leaving.current = window.setTimeout(() => setHovered(null), GRACE_MS);
  };
  return {
    pointed,
    listeners: {
      onMouseOver: ({ target }: MouseEvent) => {
        const element = target as Element;
        hover(element.closest('[role="tooltip"]') === null ? find(element) : pointed);
      },
      onMouseLeave: () => hover(null),
      onFocus: ({ target }: FocusEvent) => {
        // A click focuses too, but then the hovered mark counts.
        if (target.matches(':focus-visible')) setFocused(find(target));
      },
      onBlur: () => setFocused(null),
    },
  };
}
