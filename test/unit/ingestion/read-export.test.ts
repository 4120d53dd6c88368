import { readSpans, rejectionsOf } from '../../../src/ingestion/read-export';
import { jsonSpan } from '../../support/otlp-spans';

const ids = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), startMs: 1000 };
const toRaw = (span: unknown) => ({ span, resource: new Map(), library: 'test', contextError: null });

it('rejects the rest of an export with more records than are taken at once', async () => {
  const spans = Array.from({ length: 10_002 }, () => jsonSpan(ids, { 'gen_ai.operation.name': 'chat' }));

  const { items, outcomes } = await readSpans(spans.map(toRaw));

  expect(items).toHaveLength(10_000);
  expect(rejectionsOf(outcomes)).toEqual(Array(2).fill('more than 10000 in one export'));
});
