import {
  createTransferLimit,
  type TransferLimit,
} from '../../../../src/conversations/transfer/transfer-limit';

const createLimit = () => createTransferLimit('exports');

/** A workspace key, by default of a user who has no other. */
const holder = (workspaceId: string, creatorId = `creator of ${workspaceId}`) => ({
  caller: { kind: 'workspace_key', keyId: 'k', keyName: 'Key', workspaceId, creatorId } as const,
  workspace: { workspaceId },
});

/** Starts an export that runs until `end` is called. */
function start(limit: TransferLimit, ...of: Parameters<typeof holder>): { end: () => Promise<void> } {
  let finish = () => {};
  const running = limit.run(
    holder(...of),
    () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      }),
  );
  return {
    end: () => {
      finish();
      return running;
    },
  };
}

const tryRun = (limit: TransferLimit, ...of: Parameters<typeof holder>) =>
  limit.run(holder(...of), async () => {});

describe('ConcurrencyLimit', () => {
  it('runs two exports of a workspace, and others in parallel', async () => {
    const limit = createLimit();
    const first = start(limit, 'a');
    start(limit, 'a');

    await expect(tryRun(limit, 'a')).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'Too many exports of this workspace are running; retry later',
      retryAfterMs: 10_000,
    });
    await expect(tryRun(limit, 'b')).resolves.toBeUndefined();
    await first.end();
    await expect(tryRun(limit, 'a')).resolves.toBeUndefined();
  });

  it('runs eight exports of all workspaces, the last one for a workspace that has none', async () => {
    const limit = createLimit();
    for (const workspace of ['a', 'b', 'c', 'd', 'a', 'b', 'c']) start(limit, workspace);

    await expect(tryRun(limit, 'd')).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'Too many exports of all workspaces are running; retry later',
    });
    await expect(tryRun(limit, 'e')).resolves.toBeUndefined();
    start(limit, 'e');
    await expect(tryRun(limit, 'f')).rejects.toMatchObject({ code: 'rate_limited' });
  });

  it('runs two exports of a user with keys of several workspaces', async () => {
    const limit = createLimit();
    start(limit, 'a', 'one user');
    start(limit, 'b', 'one user');

    await expect(tryRun(limit, 'c', 'one user')).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'Too many exports of this user are running; retry later',
    });
    await expect(tryRun(limit, 'a', 'another user')).resolves.toBeUndefined();
  });

  it('counts an export that fails no longer', async () => {
    const limit = createLimit();
    for (let index = 0; index < 3; index += 1) {
      await expect(limit.run(holder('a'), () => Promise.reject(new Error('failed')))).rejects.toThrow(
        'failed',
      );
    }
    await expect(tryRun(limit, 'a')).resolves.toBeUndefined();
  });
});
