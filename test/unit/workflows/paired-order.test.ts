import { PairedOrder } from '../../../workflows/paired-order';

it('counts pairs in the order in which their items started, whatever the order of their ends', () => {
  const counted = { pairs: 0, onlyInFirst: 0, onlyInSecond: 0 };
  const order = new PairedOrder(counted);
  const [first, second, third] = [order.start(), order.start(), order.start()];

  third('only_original');
  second(null);

  expect(order.countNext()).toBe(false);
  expect(counted.pairs).toBe(0);
  first('only_reply');
  expect(order.countNext()).toBe(true);
  expect(counted).toEqual({ pairs: 1, onlyInFirst: 0, onlyInSecond: 1 });
  expect([order.countNext(), order.countNext(), order.countNext()]).toEqual([true, true, false]);
  expect(counted).toEqual({ pairs: 2, onlyInFirst: 1, onlyInSecond: 1 });
});
