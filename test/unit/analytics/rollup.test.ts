import type { CountedMessage } from '../../../src/analytics/counted-message.repository';
import type { Extent } from '../../../src/analytics/fragments';
import { allTime, DAY_MS, floorTo, HOUR_MS, type Interval } from '../../../src/analytics/interval';
import { merge } from '../../../src/analytics/merge';
import { parseRollup, serializeRollup } from '../../../src/analytics/rollup-text';
import { extentsOf, instantArbitrary, messagesArbitrary, rollUp } from '../../support/counted-messages';
import { fc } from '../../support/property';

const within = (messages: readonly CountedMessage[], { start, end }: Interval) =>
  messages.filter(({ createdAt }) => createdAt.getTime() >= start && createdAt.getTime() < end);

const partOf = (messages: readonly CountedMessage[], interval: Interval, extents: Map<string, Extent>) =>
  rollUp(within(messages, interval), interval, extents);

/** The periods of a size with messages, each with its rollup. */
function periodsOf(messages: readonly CountedMessage[], size: number, extents: Map<string, Extent>) {
  const starts = new Set(messages.map(({ createdAt }) => floorTo(createdAt.getTime(), size)));
  return [...starts].map((start) => partOf(messages, { start, end: start + size }, extents));
}

const sortedBy = (times: readonly number[]) => [...new Set(times)].sort((one, other) => one - other);

describe('the rollup of a set of messages', () => {
  it('equals the merge of the rollups of its parts, for any split and order', () => {
    fc.assert(
      fc.property(
        messagesArbitrary,
        fc.array(instantArbitrary, { maxLength: 6 }),
        fc.integer(),
        (messages, cuts, turn) => {
          const extents = extentsOf(messages);
          const borders = [-Infinity, ...sortedBy(cuts), Infinity];
          const parts = borders
            .slice(1)
            .map((end, index) => partOf(messages, { start: borders[index] ?? 0, end }, extents));
          const at = Math.abs(turn) % parts.length;

          const merged = merge([...parts.slice(at), ...parts.slice(0, at).reverse()], allTime);

          expect(merged).toEqual(rollUp(messages, allTime, extents));
        },
      ),
    );
  });

  it('is the same if hours are merged into days first', () => {
    fc.assert(
      fc.property(messagesArbitrary, (messages) => {
        const extents = extentsOf(messages);
        const days = sortedBy(messages.map(({ createdAt }) => floorTo(createdAt.getTime(), DAY_MS))).map(
          (start) => {
            const day = { start, end: start + DAY_MS };
            const merged = merge(periodsOf(within(messages, day), HOUR_MS, extents), day);
            expect(merged).toEqual(partOf(messages, day, extents));
            return merged;
          },
        );

        expect(merge(days, allTime)).toEqual(rollUp(messages, allTime, extents));
      }),
    );
  });

  it('is correct with extents that are too wide', () => {
    fc.assert(
      fc.property(messagesArbitrary, fc.nat(DAY_MS), (messages, excess) => {
        const wide = new Map(
          [...extentsOf(messages)].map(([id, { firstAt, lastAt }]) => [
            id,
            { firstAt: firstAt - excess, lastAt: lastAt + excess },
          ]),
        );

        expect(merge(periodsOf(messages, HOUR_MS, wide), allTime)).toEqual(
          rollUp(messages, allTime, extentsOf(messages)),
        );
      }),
    );
  });

  it('survives serialization in pieces of any size', () => {
    fc.assert(
      fc.property(messagesArbitrary, fc.integer({ min: 1, max: 400 }), (messages, pieceLength) => {
        const day = { start: 0, end: DAY_MS };
        const rollup = partOf(messages, day, extentsOf(messages));

        const pieces = serializeRollup(rollup, pieceLength);

        expect(merge(pieces.map(parseRollup), day)).toEqual(rollup);
      }),
    );
  });

  it('does not change the rollups that it merges', () => {
    fc.assert(
      fc.property(messagesArbitrary, (messages) => {
        const part = rollUp(messages, { start: 0, end: 1 }, extentsOf(messages));
        const before = structuredClone(part);

        merge([part, part], allTime);

        expect(part).toEqual(before);
      }),
    );
  });
});
