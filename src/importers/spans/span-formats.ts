import type { SpanFormat } from '../../conversations/wire/import-format';
import { readBraintrust } from './braintrust';
import { readLangfuse } from './langfuse';
import { readLangSmith } from './langsmith';
import { readPhoenix } from './phoenix';
import type { ReadSpans } from './read-spans';

/** The readers of the formats whose lines are spans. */
export const spanReaders: Record<SpanFormat, ReadSpans> = {
  langfuse: readLangfuse,
  langsmith: readLangSmith,
  phoenix: readPhoenix,
  braintrust: readBraintrust,
};
