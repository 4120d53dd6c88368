import type { SpanFormat } from '../../conversations/wire/import-format';
import { readPhoenix } from './phoenix';
import type { ReadSpans } from './read-spans';

/** The readers of the formats whose lines are spans. */
export const spanReaders: Record<SpanFormat, ReadSpans> = {
  phoenix: readPhoenix,
};
