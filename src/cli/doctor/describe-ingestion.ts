import type { Schemas } from '../../../packages/client';
import { formatTable } from '../shared/output/format-table';
import { formatNumber, numbered, oneLine } from '../shared/wording';

type Source = Schemas['IngestionStatus']['sources'][number];

/** What exporters have sent to a workspace, for a terminal; `url` is the address of the service. */
export function describeIngestion({ sources }: { sources: Source[] }, url: string): string {
  if (sources.length === 0) {
    return `No spans or log records have arrived in this workspace. Set OTEL_EXPORTER_OTLP_ENDPOINT=${url}.`;
  }
  const table = formatTable(
    ['SDK', 'convention', 'last batch', 'spans', 'log records', 'conversations'],
    sources.map((source) => [
      nameOf(source),
      source.convention ?? '–',
      source.last_batch_at,
      formatNumber(source.span_count),
      formatNumber(source.log_record_count),
      formatNumber(source.conversation_count),
    ]),
    ['left', 'left', 'left', 'right'],
  );
  const problems = sources.flatMap(({ ignored }) =>
    ignored.map(
      ({ reason, count, message }) => `${reason}, ${numbered(count, 'record')}: ${oneLine(message)}`,
    ),
  );
  return [table, ...(problems.length === 0 ? ['Nothing was ignored.'] : problems)].join('\n');
}

function nameOf({ sdk_name: name, sdk_version: version }: Source): string {
  return oneLine([name ?? '(unnamed)', version ?? ''].join(' '));
}
