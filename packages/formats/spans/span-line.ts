import type { LineProblem } from '../values/mapped-line';
import type { GenAiSpan } from './span';

/** The spans of a line, which are those of one trace. */
export type SpanLine = { spans: GenAiSpan[] } | { problem: LineProblem } | { ignored: string };

/** Reads the JSON value of a line. Its errors are problems of the line. */
export type ReadSpans = (value: unknown) => SpanLine;
