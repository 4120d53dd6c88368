import type { CSSProperties, KeyboardEvent, SyntheticEvent } from 'react';
import { getAnnotations, nameMark, type TextAnnotation } from '../text/annotations';
import { getHue } from '../text/hues';
import type { Segment } from '../text/segments';
import { joinClasses } from './class-names';
import styles from './span-text.module.css';

interface SpanMarkProps {
  index: number;
  segment: Segment;
  annotations: readonly TextAnnotation[];
  selected: TextAnnotation | null;
  /** Whether a span begins here. The rest of a span that others split is no tab stop. */
  isBeginning: boolean;
  /** The id of its tooltip while it is visible. */
  tooltipId: string | undefined;
  onClick: (event: SyntheticEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * A segment of flagged text. Its accessible name starts with its labels, because color alone is not
 * accessible.
 */
export function SpanMark({
  index,
  segment,
  annotations,
  selected,
  isBeginning,
  tooltipId,
  onClick,
  onKeyDown,
}: SpanMarkProps) {
  const flagged = getAnnotations(segment.spans, annotations);
  const [first, second] = flagged;
  const isPlace = flagged.length < segment.spans.length;
  if (first === undefined) {
    return (
      <span className={styles.place} data-place>
        {segment.text}
      </span>
    );
  }
  const hue = hueOf(first);
  const style = {
    '--mark': `var(--mark-${hue})`,
    '--mark-line': `var(--mark-${hue}-line)`,
    '--mark-second': second === undefined ? 'transparent' : `var(--mark-${hueOf(second)}-line)`,
  } as CSSProperties;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button element does not wrap like text.
    <span
      className={joinClasses(styles.mark, isPlace && styles.place)}
      style={style}
      role="button"
      tabIndex={isBeginning ? 0 : -1}
      aria-label={nameMark(flagged, segment.text)}
      data-segment={index}
      data-selected={selected !== null && flagged.includes(selected)}
      {...(isPlace ? { 'data-place': true } : {})}
      aria-describedby={tooltipId}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      {segment.text}
    </span>
  );
}

const hueOf = ({ hue, label }: TextAnnotation) => hue ?? getHue(label);
