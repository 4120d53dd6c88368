import { randomUUID } from 'node:crypto';
import { isSampled } from '../../../../src/evaluation/online/open-replies';
import { fc } from '../../../support/property';

const rate = fc.double({ min: 0, max: 1, noNaN: true });

it('samples every message at a rate of 1 and none at 0', () => {
  fc.assert(fc.property(fc.uuid(), (id) => isSampled(id, 1) && !isSampled(id, 0)));
});

it('includes the sample of a lower rate in that of a higher one', () => {
  fc.assert(
    fc.property(fc.uuid(), rate, rate, (id, one, other) => {
      const [lesser, greater] = [Math.min(one, other), Math.max(one, other)];
      return !isSampled(id, lesser) || isSampled(id, greater);
    }),
  );
});

it('is deterministic, regardless of other calls', () => {
  const ids = Array.from({ length: 100 }, () => randomUUID());

  const first = ids.filter((id) => isSampled(id, 0.5));
  const again = [...ids].reverse().filter((id) => isSampled(id, 0.5));

  expect(again.reverse()).toEqual(first);
});

it('samples the same messages in every process and version', () => {
  // Computed with another implementation of SHA-256.
  const ids = Array.from({ length: 8 }, (_, index) => `00000000-0000-4000-8000-00000000000${index}`);

  expect(ids.map((id) => isSampled(id, 0.5))).toEqual([false, true, false, false, true, true, false, true]);
});

it.each([0.1, 0.5, 0.9])('samples about the share %d of many messages', (share) => {
  const COUNT = 20_000;
  const taken = Array.from({ length: COUNT }, (_, index) => isSampled(`message-${index}`, share)).filter(
    Boolean,
  );

  // Five standard deviations of a binomial distribution.
  expect(Math.abs(taken.length - share * COUNT)).toBeLessThan(5 * Math.sqrt(COUNT * share * (1 - share)));
});
