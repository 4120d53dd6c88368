import { placeRecords, selectWithinLimits } from '../../../src/ingestion/plan-records';
import { spanToRecord } from '../../../src/ingestion/span-record';
import { makeSpan } from '../../support/spans';

it('accepts a bounded number of records of a trace, across all of its conversations', () => {
  const traceId = 'a'.repeat(32);
  const records = Array.from({ length: 20_002 }, (_, index) =>
    spanToRecord('w', makeSpan({ traceId, startMicros: 1, conversationKey: `chat ${index}` })),
  );
  const elsewhere = spanToRecord('w', makeSpan({ startMicros: 1 }));
  const stored = records.slice(0, 19_999).map((record) => ({ ...record, conversationId: 'c' }));
  const incoming = [...records.slice(19_999), elsewhere];

  const fitting = selectWithinLimits(incoming, stored, new Map(), placeRecords('w', incoming), new Map());

  expect(fitting).toEqual([records[19_999], elsewhere]);
});
