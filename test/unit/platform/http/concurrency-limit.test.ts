import { createTransferLimit } from '../../../../src/conversations/transfer/transfer-limit';
import type { ConcurrencyLimit } from '../../../../src/platform/http/concurrency-limit';

const createLimit = () => createTransferLimit('exports');

/** Starts an export that runs until `end` is called. */
function start(limit: ConcurrencyLimit, workspaceId: string): { end: () => Promise<void> } {
  let finish = () => {};
  const running = limit.run(
    workspaceId,
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

const tryRun = (limit: ConcurrencyLimit, workspaceId: string) => limit.run(workspaceId, async () => {});

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

  it('runs eight exports of all workspaces', async () => {
    const limit = createLimit();
    for (let index = 0; index < 8; index += 1) start(limit, `workspace ${index % 4}`);

    await expect(tryRun(limit, 'another')).rejects.toMatchObject({ code: 'rate_limited' });
  });

  it('counts an export that fails no longer', async () => {
    const limit = createLimit();
    for (let index = 0; index < 3; index += 1) {
      await expect(limit.run('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    }
    await expect(tryRun(limit, 'a')).resolves.toBeUndefined();
  });
});
