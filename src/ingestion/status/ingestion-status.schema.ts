import { z } from 'zod';
import { DIGEST_LENGTH, type IgnoredReason, ignoredReasons } from './diagnose';
import type { IngestionSource, SourceBatch } from './ingestion-source.model';
import { MAX_RECENT_BATCHES, MAX_SOURCES, SOURCE_DAYS } from './ingestion-source.repository';
import { describeIgnored } from './warnings';

const count = z.int();
const date = z.iso.datetime();

const DIGESTS = new RegExp(`.{${DIGEST_LENGTH}}`, 'g');

const ignoredSchema = z
  .object({
    reason: z
      .enum(ignoredReasons)
      .meta({ id: 'IgnoredReason' })
      .describe(
        '`unrelated`: not about models. `unknown_convention`: about models, in attributes that Assay does not read. ' +
          '`no_content`: model calls without messages. `rejected`: the response to the export said why',
      ),
    count: count.describe('Records of the recent batches'),
    last_seen_at: date,
    message: z.string().describe('What is ignored and what to change'),
    attribute_keys: z.array(z.string()).describe('Of an unknown convention; never values'),
  })
  .meta({ id: 'IgnoredTelemetry' });

export const ingestionStatusSchema = z
  .object({
    sources: z
      .array(
        z
          .object({
            sdk_name: z.string().nullable().describe('The instrumentation scope'),
            sdk_version: z.string().nullable(),
            language: z.string().nullable(),
            convention: z.string().nullable().describe('Null if nothing was read'),
            first_batch_at: date,
            last_batch_at: date,
            batch_count: count,
            span_count: count,
            log_record_count: count,
            conversation_count: count.describe(
              'Of the recent batches: sessions, or traces without one, with messages. One in several batches counts once',
            ),
            ignored: z.array(ignoredSchema),
            recent_batches: z
              .array(
                z
                  .object({
                    received_at: date,
                    signal: z.enum(['traces', 'logs']).meta({ id: 'TelemetrySignal' }),
                    record_count: count,
                    conversation_count: count,
                    ignored_count: count,
                  })
                  .meta({ id: 'SourceBatch' }),
              )
              .describe(`The latest ${MAX_RECENT_BATCHES}, latest first`),
          })
          .meta({ id: 'IngestionSource' }),
      )
      .describe(
        `At most ${MAX_SOURCES}, those with the latest batches first. Deleted ${SOURCE_DAYS} days after their last batch`,
      ),
  })
  .meta({ id: 'IngestionStatus' });

export function toIngestionStatusWire(sources: IngestionSource[]): z.input<typeof ingestionStatusSchema> {
  return {
    sources: sources.map((source) => {
      const recent = source.recentBatches.toReversed();
      return {
        sdk_name: source.sdkName,
        sdk_version: source.sdkVersion,
        language: source.language,
        convention: source.convention,
        first_batch_at: source.firstBatchAt.toISOString(),
        last_batch_at: source.lastBatchAt.toISOString(),
        batch_count: source.batchCount,
        span_count: source.spanCount,
        log_record_count: source.logRecordCount,
        conversation_count: countConversations(recent),
        ignored: ignoredReasons.flatMap((reason) => toIgnoredWire(reason, source, recent)),
        recent_batches: recent.map((batch) => ({
          received_at: batch.receivedAt.toISOString(),
          signal: batch.signal,
          record_count: batch.recordCount,
          conversation_count: batch.conversationCount,
          ignored_count: sum(Object.values(batch.ignored)),
        })),
      };
    }),
  };
}

function toIgnoredWire(reason: IgnoredReason, source: IngestionSource, recent: SourceBatch[]) {
  // Messages that came later, in spans or log records, show that the content is recorded now.
  const contentAt = reason === 'no_content' ? recent.findIndex(hasContent) : -1;
  const batches = (contentAt === -1 ? recent : recent.slice(0, contentAt)).filter(
    ({ ignored }) => ignored[reason] > 0,
  );
  const [latest] = batches;
  if (latest === undefined) return [];
  const attributeKeys = reason === 'unknown_convention' ? source.attributeKeys : [];
  return [
    {
      reason,
      count: sum(batches.map(({ ignored }) => ignored[reason])),
      last_seen_at: latest.receivedAt.toISOString(),
      message: describeIgnored(reason, { origin: source, attributeKeys }),
      attribute_keys: attributeKeys,
    },
  ];
}

function countConversations(batches: SourceBatch[]): number {
  const digests = batches.flatMap(({ conversationDigests }) => conversationDigests.match(DIGESTS) ?? []);
  const counted = sum(batches.map(({ conversationCount }) => conversationCount));
  return counted - digests.length + new Set(digests).size;
}

const hasContent = ({ conversationCount }: SourceBatch) => conversationCount > 0;

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
