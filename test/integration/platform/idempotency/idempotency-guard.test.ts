import { randomUUID } from 'node:crypto';
import { IdempotencyModel } from '../../../../src/platform/idempotency/idempotency.model';
import { createIdempotencyGuard } from '../../../../src/platform/idempotency/idempotency-guard';
import { useDatabase } from '../../../support/database';
import { eventually } from '../../../support/eventually';
import { testKeys } from '../../../support/keys';

useDatabase();

/** Two api processes on one database. */
const keys = testKeys();
const [first, second] = [createIdempotencyGuard(keys), createIdempotencyGuard(keys)];

const makeRequest = () => ({ scope: 'someone', key: randomUUID(), fingerprint: 'POST /v1/things {}' });

/** Work that ends when the test releases it. */
function heldWork(body: string) {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const resourceIds: string[] = [];
  return {
    release: () => release(),
    resourceIds,
    work: async (resourceId: string) => {
      resourceIds.push(resourceId);
      await held;
      return { status: 201, body };
    },
  };
}

async function begun({ resourceIds }: ReturnType<typeof heldWork>): Promise<void> {
  await eventually(async () => resourceIds.length > 0);
}

/** A request that stalled for longer than its lock, and the one that took over, both in progress. */
async function takeOver() {
  const request = makeRequest();
  const [stalled, successor] = [heldWork('stalled'), heldWork('successor')];
  const late = first.run(request, stalled.work);
  await begun(stalled);
  await expireLocks();
  const takenOver = second.run(request, successor.work);
  await begun(successor);
  return { request, stalled, successor, late, takenOver };
}

const expireLocks = () => IdempotencyModel.updateMany({}, { $set: { lockedUntil: new Date(0) } });

afterEach(() => jest.restoreAllMocks());

it('runs one of two simultaneous requests, and refuses the other until it can replay the first', async () => {
  const request = makeRequest();
  const held = heldWork('one');
  const running = first.run(request, held.work);
  await begun(held);

  await expect(second.run(request, held.work)).rejects.toMatchObject({ code: 'idempotency_in_progress' });
  held.release();

  expect(await running).toEqual({ status: 201, body: 'one', isReplay: false });
  expect(await second.run(request, held.work)).toEqual({ status: 201, body: 'one', isReplay: true });
  expect(held.resourceIds).toHaveLength(1);
});

it('holds a lock against a process whose clock is a minute ahead', async () => {
  const request = makeRequest();
  const held = heldWork('one');
  const running = first.run(request, held.work);
  await begun(held);
  const now = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(now + 60_000);

  await expect(second.run(request, held.work)).rejects.toMatchObject({ code: 'idempotency_in_progress' });

  held.release();
  await running;
});

it('lets a request that was stalled for longer than its lock respond what the one that took over did', async () => {
  const { request, stalled, successor, late, takenOver } = await takeOver();
  successor.release();
  await takenOver;
  stalled.release();

  expect(await late).toEqual({ status: 201, body: 'successor', isReplay: true });
  expect(successor.resourceIds).toEqual(stalled.resourceIds);
  expect(await first.run(request, stalled.work)).toMatchObject({ body: 'successor' });
});

it('does not complete for a stalled request while the one that took over still runs', async () => {
  const { stalled, successor, late, takenOver } = await takeOver();

  stalled.release();

  await expect(late).rejects.toMatchObject({ code: 'idempotency_in_progress' });
  successor.release();
  expect(await takenOver).toMatchObject({ body: 'successor', isReplay: false });
});

it('leaves the lock of its successor alone when a stalled request fails', async () => {
  const request = makeRequest();
  const successor = heldWork('successor');
  let fail = (_error: Error) => {};
  const failing = first.run(request, () => new Promise((_resolve, reject) => (fail = reject)));
  await eventually(() => IdempotencyModel.exists({ answer: null, lockedUntil: { $gt: new Date() } }));
  await expireLocks();
  const takenOver = second.run(request, successor.work);
  await begun(successor);

  fail(new Error('no'));

  await expect(failing).rejects.toThrow('no');
  await expect(first.run(request, successor.work)).rejects.toMatchObject({ code: 'idempotency_in_progress' });
  successor.release();
  await takenOver;
});

it('renews the lock while the request runs', async () => {
  const request = makeRequest();
  const held = heldWork('one');
  const running = first.run(request, held.work);
  await begun(held);
  const before = await IdempotencyModel.findOne({ answer: null }).sort({ createdAt: -1 }).orFail();

  await eventually(() =>
    IdempotencyModel.exists({ _id: before._id, lockedUntil: { $gt: before.lockedUntil } }),
  );

  held.release();
  await running;
});

describe('a key that comes with another request', () => {
  const reuse = (request: ReturnType<typeof makeRequest>) =>
    second.run({ ...request, fingerprint: 'POST /v1/things {"other": true}' }, async () => ({
      status: 201,
      body: 'other',
    }));

  it('names what the first request created', async () => {
    const request = makeRequest();
    const held = heldWork('one');
    held.release();
    await first.run(request, held.work);

    await expect(reuse(request)).rejects.toMatchObject({
      code: 'idempotency_key_reused',
      ctx: { resource_id: held.resourceIds[0] },
    });
  });

  it('names nothing if the first request failed', async () => {
    const request = makeRequest();
    await expect(first.run(request, () => Promise.reject(new Error('no')))).rejects.toThrow('no');

    await expect(reuse(request)).rejects.toMatchObject({
      code: 'idempotency_key_reused',
      ctx: { resource_id: null },
    });
  });

  it('has to wait while the first request runs', async () => {
    const request = makeRequest();
    const held = heldWork('one');
    const running = first.run(request, held.work);
    await begun(held);

    await expect(reuse(request)).rejects.toMatchObject({ code: 'idempotency_in_progress' });
    held.release();
    await running;
  });
});
