import { utf16Converter } from '../../../packages/text';

/** A part of a text; offsets are Unicode code points, the end is exclusive. */
export interface Span {
  start_offset: number;
  end_offset: number;
}

/** A stretch of text with the same spans. */
export interface Segment {
  text: string;
  /** UTF-16 index in the text. */
  start: number;
  end: number;
  /** Ascending indexes of the spans that cover it; empty for plain text. */
  spans: readonly number[];
}

/**
 * Splits a text at the boundaries of spans. The concatenated segments are the text. Spans may overlap, nest
 * and come in any order; empty spans and spans beyond the text are ignored.
 */
export function segmentText(text: string, spans: readonly Span[]): Segment[] {
  const places = toPlaces(text, spans);
  const cuts = [...new Set([0, ...places.flatMap(({ start, end }) => [start, end]), text.length])].sort(
    (a, b) => a - b,
  );
  const starting = places.map((place, span) => ({ ...place, span })).sort((a, b) => a.start - b.start);
  const segments: Segment[] = [];
  let open: { span: number; end: number }[] = [];
  let next = 0;
  for (let cut = 0; cut + 1 < cuts.length; cut += 1) {
    const start = cuts[cut] ?? 0;
    const end = cuts[cut + 1] ?? start;
    open = open.filter((place) => place.end > start);
    for (let place = starting[next]; place !== undefined && place.start <= start; place = starting[next]) {
      if (place.end > start) open.push(place);
      next += 1;
    }
    segments.push({
      text: text.slice(start, end),
      start,
      end,
      spans: open.map(({ span }) => span).sort((a, b) => a - b),
    });
  }
  return segments;
}

/**
 * Finds the segments in which one of the first `count` spans begins. A span that others split begins once.
 */
export function findBeginnings(segments: readonly Segment[], count: number): Set<Segment> {
  const seen = new Set<number>();
  return new Set(
    segments.filter(({ spans }) => {
      const fresh = spans.filter((span) => span < count && !seen.has(span));
      for (const span of fresh) seen.add(span);
      return fresh.length > 0;
    }),
  );
}

function toPlaces(text: string, spans: readonly Span[]): { start: number; end: number }[] {
  const toUtf16 = utf16Converter(text);
  const within = (offset: number) => Math.min(toUtf16(offset), text.length);
  return spans.map((span) => ({ start: within(span.start_offset), end: within(span.end_offset) }));
}
