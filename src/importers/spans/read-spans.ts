import type { GenAiSpan } from '../../ingestion/span/span';
import type { Problem } from '../../platform/errors/app-error';

/** The spans of a line, which are those of one trace. */
export type SpanLine = { spans: GenAiSpan[] } | { problems: Problem[] } | { ignored: string };

/** Reads the JSON value of a line. Never throws. */
export type ReadSpans = (value: unknown) => SpanLine;
