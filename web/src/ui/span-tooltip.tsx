import { useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { TextAnnotation } from '../text/annotations';
import { formatShare } from '../text/numbers';
import { LabelBadge } from './label-badge';
import styles from './span-text.module.css';

const GAP = 6;
const ID = 'span-tooltip';

/** What the spans under the pointer or the keyboard's focus are about, above or below them. */
export function SpanTooltip({
  anchor,
  annotations,
}: {
  anchor: HTMLElement;
  annotations: readonly TextAnnotation[];
}) {
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<{ top: number; left: number } | null>(null);

  useLayoutEffect(() => {
    if (box.current === null) return;
    const line = anchor.getClientRects()[0] ?? anchor.getBoundingClientRect();
    const { width, height } = box.current.getBoundingClientRect();
    const above = line.top - height - GAP;
    setPlace({
      top: above >= GAP ? above : line.bottom + GAP,
      left: Math.max(GAP, Math.min(line.left, document.documentElement.clientWidth - width - GAP)),
    });
  }, [anchor]);

  if (annotations.length === 0) return null;
  return createPortal(
    <div
      ref={box}
      id={ID}
      role="tooltip"
      className={styles.tooltip}
      style={place === null ? { visibility: 'hidden' } : place}
    >
      {annotations.map((annotation) => (
        <div key={`${annotation.start_offset}-${annotation.label}-${annotation.explanation}`}>
          <p className={styles.heading}>
            <LabelBadge label={annotation.label} />
            {annotation.confidence != null && <span>{formatShare(annotation.confidence)} sure</span>}
          </p>
          <p dir="auto">{annotation.explanation}</p>
        </div>
      ))}
    </div>,
    anchor.closest('main, [role="dialog"], [role="alertdialog"]') ?? document.body,
  );
}

/** What describes the span that is focused. */
SpanTooltip.id = ID;
