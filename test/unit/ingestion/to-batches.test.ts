import { toBatches } from '../../../src/ingestion/to-batches';
import { fc } from '../../support/property';

interface Item {
  traceId: string;
  conversationKey: string | null;
  startMicros: number;
}

const itemArbitrary = fc.record({
  trace: fc.nat(300),
  session: fc.option(fc.nat(20)),
  startMicros: fc.nat(1000),
});
const itemsArbitrary = fc.array(itemArbitrary, { maxLength: 600, size: 'max' }).map((items) =>
  items.map(({ trace, session, startMicros }): Item => {
    // All spans of a trace name one session, or none.
    const isNamed = trace % 3 > 0;
    return {
      traceId: `trace ${trace}`,
      conversationKey: isNamed && session !== null ? `session ${trace % 20}` : null,
      startMicros,
    };
  }),
);

const tracesOf = (batch: readonly Item[]) => new Set(batch.map(({ traceId }) => traceId));

it('puts every record into one batch, and all of a trace into the same one, at most 128 traces each', () => {
  fc.assert(
    fc.property(itemsArbitrary, (items) => {
      const batches = toBatches(items);

      expect(new Set(batches.flat())).toEqual(new Set(items));
      expect(batches.flat()).toHaveLength(items.length);
      const traces = batches.flatMap((batch) => [...tracesOf(batch)]);
      expect(new Set(traces).size).toBe(traces.length);
      for (const batch of batches) expect(tracesOf(batch).size).toBeLessThanOrEqual(128);
    }),
  );
});

it('does not divide the traces of a session', () => {
  fc.assert(
    fc.property(itemsArbitrary, (items) => {
      const batches = toBatches(items);

      const sessions = batches.flatMap((batch) => [
        ...new Set(batch.flatMap(({ conversationKey }) => conversationKey ?? [])),
      ]);
      expect(new Set(sessions).size).toBe(sessions.length);
    }),
  );
});

it('divides the traces of a session that has more than 128', () => {
  const traces = Array.from({ length: 300 }, (_, index) => ({
    traceId: `trace ${index}`,
    conversationKey: 'chat',
    startMicros: index,
  }));

  expect(toBatches(traces).map(({ length }) => length)).toEqual([128, 128, 44]);
});

it('has traces without a session in the order in which they began', () => {
  const traces = [3, 1, 2].map((startMicros) => ({
    traceId: `trace ${startMicros}`,
    conversationKey: null,
    startMicros,
  }));

  expect(
    toBatches(traces)
      .flat()
      .map(({ startMicros }) => startMicros),
  ).toEqual([1, 2, 3]);
});
