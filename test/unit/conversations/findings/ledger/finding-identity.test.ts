import {
  type IdentifiedSpan,
  matchSpans,
  type PartSpan,
} from '../../../../../src/conversations/findings/ledger/finding-identity';
import { fc } from '../../../../support/property';

const spanOf = (startOffset: number, endOffset: number, changes: Partial<PartSpan> = {}): PartSpan => ({
  messagePartIndex: 0,
  startOffset,
  endOffset,
  label: 'fabrication',
  ...changes,
});
const storedAs = (findingId: string, span: PartSpan): IdentifiedSpan => ({ ...span, findingId });

/** Spans that do not touch each other, with gaps of more than their lengths. */
const apart = fc
  .array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 12 })
  .map((lengths) => lengths.map((length, index) => spanOf(2000 * index + 700, 2000 * index + 700 + length)));

const anySpan = fc
  .record({
    messagePartIndex: fc.nat(1),
    startOffset: fc.nat(20),
    length: fc.integer({ min: 1, max: 20 }),
    label: fc.constantFrom('fabrication', 'reasoning_error'),
  })
  .map(({ length, ...span }) => ({ ...span, endOffset: span.startOffset + length }));
const anySpans = fc.array(anySpan, { maxLength: 10 });
const identified = (spans: readonly PartSpan[]) => spans.map((span, index) => storedAs(`id${index}`, span));

const overlapOf = (one: PartSpan, other: PartSpan) => {
  if (one.messagePartIndex !== other.messagePartIndex) return 0;
  const shared = Math.min(one.endOffset, other.endOffset) - Math.max(one.startOffset, other.startOffset);
  const lengths = one.endOffset - one.startOffset + other.endOffset - other.startOffset;
  return shared <= 0 ? 0 : shared / (lengths - shared);
};

it('keeps every id when the same spans are reported again, by anyone and with any label', () => {
  fc.assert(
    fc.property(anySpans, fc.nat(), (spans, seed) => {
      const distinct = [
        ...new Map(spans.map((span) => [JSON.stringify({ ...span, label: '' }), span])).values(),
      ];
      const previous = identified(distinct);
      const order = previous.toSorted(
        (one, other) =>
          ((one.findingId.charCodeAt(2) * (seed + 7)) % 11) -
          ((other.findingId.charCodeAt(2) * (seed + 7)) % 11),
      );
      const next = distinct.map((span) => ({ ...span, label: 'another' }));
      expect(matchSpans(order, next)).toEqual(previous.map(({ findingId }) => findingId));
    }),
  );
});

it('keeps the ids of equal spans with several labels with their labels', () => {
  const [one, other] = [spanOf(0, 4, { label: 'a' }), spanOf(0, 4, { label: 'b' })];
  expect(matchSpans([storedAs('2', one), storedAs('1', other)], [one, other])).toEqual(['2', '1']);
});

it('keeps the id of a span that moved by at most a third of its length', () => {
  fc.assert(
    fc.property(apart, fc.double({ min: -1 / 3, max: 1 / 3, noNaN: true }), (spans, share) => {
      const moved = spans.map(({ startOffset, endOffset }) => {
        const by = Math.trunc((endOffset - startOffset) * share);
        return spanOf(startOffset + by, endOffset + by);
      });
      expect(matchSpans(identified(spans), moved)).toEqual(spans.map((_, index) => `id${index}`));
    }),
  );
});

it('keeps the id of a span that was widened to at most twice its length, or narrowed to half', () => {
  fc.assert(
    fc.property(apart, fc.double({ min: 0, max: 1, noNaN: true }), (spans, share) => {
      const wider = spans.map(({ startOffset, endOffset }) => {
        const by = Math.trunc((endOffset - startOffset) * share);
        return spanOf(startOffset - Math.trunc(by / 2), endOffset + by - Math.trunc(by / 2));
      });
      const ids = spans.map((_, index) => `id${index}`);
      expect(matchSpans(identified(spans), wider)).toEqual(ids);
      expect(matchSpans(identified(wider), spans)).toEqual(ids);
    }),
  );
});

it('gives a span that moved away, or is in another part, a new id', () => {
  const previous = [storedAs('a', spanOf(0, 10))];
  expect(matchSpans(previous, [spanOf(4, 14)])).toEqual([null]); // 6 of 14
  expect(matchSpans(previous, [spanOf(0, 10, { messagePartIndex: 1 })])).toEqual([null]);
});

it('gives the id of a split span to its larger part, of equal parts to the first', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99 }), (cut) => {
      const parts = [spanOf(0, cut), spanOf(cut, 100)];
      const expected = cut >= 50 ? ['a', null] : [null, 'a'];
      expect(matchSpans([storedAs('a', spanOf(0, 100))], parts)).toEqual(expected);
      expect(matchSpans([storedAs('a', spanOf(0, 100))], parts.toReversed())).toEqual(expected.toReversed());
    }),
  );
});

it('gives a merged span the id of the larger, of equal ones that of the first', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99 }), (cut) => {
      const previous = [storedAs('a', spanOf(0, cut)), storedAs('b', spanOf(cut, 100))];
      expect(matchSpans(previous, [spanOf(0, 100)])).toEqual([cut >= 50 ? 'a' : 'b']);
    }),
  );
});

it('matches one to one, at an overlap of at least half, whatever the order of the stored spans', () => {
  fc.assert(
    fc.property(anySpans, anySpans, (stored, next) => {
      const previous = identified(stored);
      const ids = matchSpans(previous, next);

      const matched = ids.filter((id) => id !== null);
      expect(new Set(matched).size).toBe(matched.length);
      for (const [index, id] of ids.entries()) {
        const before = previous.find(({ findingId }) => findingId === id);
        if (before !== undefined)
          expect(overlapOf(before, next[index] as PartSpan)).toBeGreaterThanOrEqual(0.5);
      }
      expect(matchSpans(previous.toReversed(), next)).toEqual(ids);
    }),
  );
});

it('leaves no pair unmatched that fits, unless one of the two has a match with a larger intersection', () => {
  const sharedOf = (one: PartSpan, other: PartSpan) =>
    Math.min(one.endOffset, other.endOffset) - Math.max(one.startOffset, other.startOffset);
  fc.assert(
    fc.property(anySpans, anySpans, (stored, next) => {
      const previous = identified(stored);
      const ids = matchSpans(previous, next);
      const spanById = new Map(previous.map((span) => [span.findingId, span]));
      for (const before of previous) {
        for (const [index, span] of next.entries()) {
          if (overlapOf(before, span) < 0.5) continue;
          const own = spanById.get(ids[index] ?? '');
          const taker = next[ids.indexOf(before.findingId)];
          const matches = [own && sharedOf(own, span), taker && sharedOf(before, taker)];
          const largest = Math.max(...matches.map((shared) => shared ?? -1));
          expect(largest).toBeGreaterThanOrEqual(sharedOf(before, span));
        }
      }
    }),
  );
});
