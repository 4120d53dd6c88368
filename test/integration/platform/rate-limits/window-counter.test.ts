import { randomUUID } from 'node:crypto';
import { createWindowCounter, fixedWindow } from '../../../../src/platform/rate-limits/window-counter';
import { useDatabase } from '../../../support/database';
import { eventually } from '../../../support/eventually';

useDatabase();

const DAY_MS = 86_400_000;
const make = (name: string) => createWindowCounter(name, fixedWindow(DAY_MS));

it('adds up what several processes count, and shows it to each', async () => {
  const name = randomUUID();
  const [one, other] = [make(name), make(name)];
  for (let count = 0; count < 10; count += 1) one.add('key', 2);
  other.add('key', 1);

  await eventually(async () => (await make(name).read('key')).amount === 21);
  one.add('key', 1);
  other.add('key', 1);

  await eventually(async () => (await make(name).read('key')).amount === 23);
  // One of the two reads what both have written as soon as its own amount is written.
  await eventually(async () => Math.max(one.peek('key').amount, other.peek('key').amount) === 23);
});

it('keeps keys and names apart, and says when the window ends', () => {
  const name = randomUUID();
  const counter = make(name);

  const { amount, resetMs } = counter.add('one', 3);

  expect([amount, counter.peek('other').amount, make(randomUUID()).peek('one').amount]).toEqual([3, 0, 0]);
  expect(resetMs).toBeGreaterThan(0);
  expect(resetMs).toBeLessThanOrEqual(DAY_MS);
});

it('counts keys beyond its capacity too, together with others', async () => {
  const counter = createWindowCounter(randomUUID(), fixedWindow(DAY_MS), 10);
  for (let key = 0; key < 10; key += 1) counter.add(`early ${key}`, 1);

  for (let count = 0; count < 5; count += 1) counter.add('late', 2);

  expect(counter.peek('late').amount).toBe(10);
  expect(counter.peek('early 3').amount).toBe(1);
  await eventually(async () => (await counter.read('late')).amount === 10);
});

it('begins again in the next window', () => {
  let start = 0;
  const counter = createWindowCounter(randomUUID(), () => ({ start, end: Date.now() + 1000 }));
  counter.add('key', 5);

  start = 1;

  expect(counter.peek('key').amount).toBe(0);
});
