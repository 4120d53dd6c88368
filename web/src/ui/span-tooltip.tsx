import { useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { TextAnnotation } from '../text/annotations';
import { formatConfidence } from '../text/numbers';
import { LabelBadge } from './label-badge';
import { type Box, placeTooltip, type TooltipPlace } from './span-place';
import styles from './span-text.module.css';

interface SpanTooltipProps {
  id: string;
  anchor: HTMLElement;
  annotations: readonly TextAnnotation[];
}

/** The explanations of the hovered or focused spans. Follows them while scrolling. */
export function SpanTooltip({ id, anchor, annotations }: SpanTooltipProps) {
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<TooltipPlace | null>(null);

  useLayoutEffect(() => {
    const follow = () => setPlace(box.current && placeBeside(anchor, box.current));
    follow();
    window.addEventListener('scroll', follow, { capture: true, passive: true });
    window.addEventListener('resize', follow);
    return () => {
      window.removeEventListener('scroll', follow, { capture: true });
      window.removeEventListener('resize', follow);
    };
  }, [anchor]);

  return createPortal(
    <div
      ref={box}
      id={id}
      role="tooltip"
      className={styles.tooltip}
      style={place === null ? { visibility: 'hidden' } : place}
    >
      <div className={styles.bubble}>
        {annotations.map((annotation) => (
          <div key={`${annotation.start_offset}-${annotation.label}-${annotation.explanation}`}>
            <p className={styles.heading}>
              <LabelBadge label={annotation.label} />
              {annotation.confidence != null && (
                <span>Confidence {formatConfidence(annotation.confidence)}</span>
              )}
            </p>
            <p dir="auto">{annotation.explanation}</p>
          </div>
        ))}
      </div>
    </div>,
    anchor.closest('main, [role="dialog"], [role="alertdialog"]') ?? document.body,
  );
}

function placeBeside(anchor: HTMLElement, tooltip: HTMLElement): TooltipPlace | null {
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const bubble = tooltip.firstElementChild ?? tooltip;
  const size = {
    width: tooltip.offsetWidth,
    // The natural height, ignoring maxHeight.
    height: tooltip.offsetHeight + bubble.scrollHeight - bubble.clientHeight,
  };
  const marks = [...document.querySelectorAll('[data-segment]')]
    .filter((mark) => mark !== anchor)
    .flatMap((mark) => [...mark.getClientRects()]);
  return placeTooltip([...anchor.getClientRects()], size, {
    window: { width, height },
    sight: getVisibleBox(anchor),
    marks,
  });
}

/**
 * Returns the part of the viewport in which an element is visible: the intersection of its scroll containers.
 */
function getVisibleBox(element: HTMLElement): Box {
  const sight = { top: 0, left: 0, bottom: window.innerHeight, right: window.innerWidth };
  for (let around = element.parentElement; around !== null; around = around.parentElement) {
    if (getComputedStyle(around).overflow === 'visible') continue;
    const { top, left, bottom, right } = around.getBoundingClientRect();
    sight.top = Math.max(sight.top, top);
    sight.left = Math.max(sight.left, left);
    sight.bottom = Math.min(sight.bottom, bottom);
    sight.right = Math.min(sight.right, right);
  }
  return sight;
}
