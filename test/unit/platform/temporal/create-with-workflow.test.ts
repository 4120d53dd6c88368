import { createWithWorkflow } from '../../../../src/platform/temporal/create-with-workflow';

const unavailable = new Error('Temporal cannot be reached');

/** One document and the workflow that changes it from untouched to begun. */
class World {
  document: 'untouched' | 'begun' | null = null;
  starts = 0;

  constructor(private readonly onStart: () => void = () => {}) {}

  create = () =>
    createWithWorkflow({
      store: async () => {
        const isNew = this.document === null;
        this.document ??= 'untouched';
        return isNew;
      },
      start: async () => {
        this.starts += 1;
        this.onStart();
      },
      removeUntouched: async () => {
        if (this.document !== 'untouched') return false;
        this.document = null;
        return true;
      },
    });
}

it('stores the documents and starts the workflow', async () => {
  const world = new World();

  await world.create();

  expect(world).toMatchObject({ document: 'untouched', starts: 1 });
});

it('deletes the documents and fails when the workflow cannot be started', async () => {
  const world = new World(() => {
    throw unavailable;
  });

  await expect(world.create()).rejects.toBe(unavailable);
  expect(world.document).toBeNull();
});

it('succeeds when the workflow has begun although the response to its start was lost', async () => {
  const world = new World(() => {
    world.document = 'begun';
    throw unavailable;
  });

  await expect(world.create()).resolves.toBeUndefined();
  expect(world.document).toBe('begun');
});

it('leaves the documents of an earlier request to the reconciler when the start fails', async () => {
  const world = new World(() => {
    throw unavailable;
  });
  world.document = 'untouched';

  await expect(world.create()).resolves.toBeUndefined();
  expect(world).toMatchObject({ document: 'untouched', starts: 1 });
});

it('starts nothing when the documents cannot be stored', async () => {
  const start = jest.fn();
  const refused = new Error('The workspace was deleted');
  const creating = createWithWorkflow({
    store: () => Promise.reject(refused),
    start,
    removeUntouched: async () => true,
  });

  await expect(creating).rejects.toBe(refused);
  expect(start).not.toHaveBeenCalled();
});

it('fails with the error of the deletion when the documents cannot be deleted', async () => {
  const outage = new Error('MongoDB cannot be reached');
  const creating = createWithWorkflow({
    store: async () => true,
    start: () => Promise.reject(unavailable),
    removeUntouched: () => Promise.reject(outage),
  });

  await expect(creating).rejects.toBe(outage);
});
