import { type KeyboardEvent, type SyntheticEvent, useId, useMemo, useState } from 'react';
import { getAnnotations, type TextAnnotation } from '../text/annotations';
import { applyLayout, layOutJson } from '../text/json-layout';
import { findBeginnings, type Segment, type Span, segmentText } from '../text/segments';
import { Button } from './button';
import { joinClasses } from './class-names';
import { SpanMark } from './span-mark';
import { type Pointed, usePointedMark } from './span-pointing';
import styles from './span-text.module.css';
import { SpanTooltip } from './span-tooltip';

export interface SpanTextProps<Annotation extends TextAnnotation> {
  text: string;
  annotations: readonly Annotation[];
  /** A highlighted position, styled differently from annotations. */
  place?: Span | null;
  /** Indents JSON; offsets refer to the raw text. */
  isJson?: boolean;
  selected?: Annotation | null;
  /** Called when a span is clicked, or chosen with Enter. */
  onSelect?: (annotation: Annotation) => void;
}

/** Longer texts are truncated at this length, but never before the last span. */
const INITIAL_LENGTH = 3000;

/** A text with its flagged spans, which may overlap. Hover or focus shows a tooltip. */
export function SpanText<Annotation extends TextAnnotation>({
  text,
  annotations,
  place = null,
  isJson = false,
  selected = null,
  onSelect,
}: SpanTextProps<Annotation>) {
  const [isWhole, setWhole] = useState(false);
  const tooltipId = useId();
  const segments = useMemo(() => {
    const cut = segmentText(text, place === null ? annotations : [...annotations, place]);
    const edits = isJson ? layOutJson(text) : null;
    return edits === null ? cut : applyLayout(cut, edits);
  }, [text, annotations, place, isJson]);
  const shown = isWhole ? segments : truncateSegments(segments, INITIAL_LENGTH);
  const isCut = shown !== segments;

  const beginnings = useMemo(() => findBeginnings(segments, annotations.length), [segments, annotations]);

  const markAt = (element: Element): Pointed | null => {
    const mark = element.closest<HTMLElement>('[data-segment]');
    const segment = shown[Number(mark?.dataset.segment)];
    return mark === null || segment === undefined ? null : { element: mark, segment };
  };
  const { pointed, listeners } = usePointedMark(markAt);
  // Looked up by position: the segments may have changed since, e.g. with another evaluator.
  const active = shown.find(
    ({ start, end }) => start === pointed?.segment.start && end === pointed.segment.end,
  );
  const describedAnnotations = active === undefined ? [] : getAnnotations(active.spans, annotations);

  const choose = (event: SyntheticEvent) => {
    const spans = markAt(event.target as Element)?.segment.spans ?? [];
    const [first] = getAnnotations(spans, annotations);
    if (first !== undefined) onSelect?.(first);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    choose(event);
  };

  return (
    <div className={joinClasses(styles.text, isJson && styles.code)} dir="auto" {...listeners}>
      {shown.map((segment, index) =>
        segment.spans.length === 0 ? (
          <span key={segment.start + (segment.end > segment.start ? '' : `+${index}`)}>{segment.text}</span>
        ) : (
          <SpanMark
            key={segment.start}
            index={index}
            segment={segment}
            annotations={annotations}
            selected={selected}
            isBeginning={beginnings.has(segment)}
            tooltipId={active === segment ? tooltipId : undefined}
            onClick={choose}
            onKeyDown={onKeyDown}
          />
        ),
      )}
      {isCut && (
        <span className={styles.more} data-more>
          {' … '}
          <Button variant="quiet" onPress={() => setWhole(true)}>
            Show all {text.length.toLocaleString()} characters
          </Button>
        </span>
      )}
      {pointed !== null && describedAnnotations.length > 0 && (
        <SpanTooltip id={tooltipId} anchor={pointed.element} annotations={describedAnnotations} />
      )}
    </div>
  );
}

/** Returns the first segments, up to about `length` characters; all if a span follows or little is left. */
function truncateSegments(segments: readonly Segment[], length: number): readonly Segment[] {
  const total = segments.at(-1)?.end ?? 0;
  const lastSpan = segments.findLast(({ spans }) => spans.length > 0)?.end ?? 0;
  const end = Math.max(length, lastSpan + 200);
  if (total <= end * 1.25) return segments;
  const visible: Segment[] = [];
  for (const segment of segments) {
    if (segment.start >= end) break;
    const isLast = segment.end > end;
    visible.push(
      isLast
        ? { ...segment, text: [...segment.text.slice(0, end - segment.start)].slice(0, -1).join('') }
        : segment,
    );
  }
  return visible;
}
