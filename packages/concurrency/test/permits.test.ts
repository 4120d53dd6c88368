import { Permits } from '..';

/** Takes permits on behalf of workspaces and notes in which order they are granted. */
function makeCallers(permits: Permits) {
  const granted: string[] = [];
  const releases: (() => void)[] = [];
  const call = (workspaceId: string) =>
    permits.acquire(workspaceId).then((release) => {
      granted.push(workspaceId);
      releases.push(release);
    });
  const endNext = async () => {
    releases.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { granted, call, endNext };
}

it('gives another workspace the next permit, however many calls of one wait', async () => {
  const permits = new Permits(1);
  const { granted, call, endNext } = makeCallers(permits);
  for (let index = 0; index < 5; index += 1) void call('a');
  void call('b');
  void call('c');
  void call('b');

  for (let index = 0; index < 8; index += 1) await endNext();

  // One of a's has the permit and four wait; b and c come after a's first in line, then all take turns.
  expect(granted).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a', 'a']);
});

it('never has more in use than there are, and all free at the end', async () => {
  const permits = new Permits(3);
  let inUse = 0;
  let maxInUse = 0;
  const work = async (index: number) => {
    const release = await permits.acquire(`workspace-${index % 4}`);
    inUse += 1;
    maxInUse = Math.max(maxInUse, inUse);
    await new Promise((resolve) => setImmediate(resolve));
    inUse -= 1;
    release();
  };

  await Promise.all(Array.from({ length: 50 }, (_, index) => work(index)));

  expect(maxInUse).toBe(3);
  expect(permits.freeCount).toBe(3);
});

it('grants waiting calls when there are more permits, and none while more are in use than there are', async () => {
  const permits = new Permits(1);
  const { granted, call, endNext } = makeCallers(permits);
  for (let index = 0; index < 4; index += 1) void call('a');

  permits.resize(3);
  await new Promise((resolve) => setImmediate(resolve));
  expect(granted).toHaveLength(3);
  permits.resize(1);
  await endNext();
  await endNext();
  expect(granted).toHaveLength(3);
  await endNext();

  expect(granted).toHaveLength(4);
  await endNext();
  expect(permits.freeCount).toBe(1);
});
