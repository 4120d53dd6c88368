import { rejectOnAbort } from '../../../../packages/concurrency';
import { toErrorResponse } from '../../../../src/platform/http/error-body';
import { setQueryRequest, withinTimeLimit } from '../../../../src/platform/mongo/time-limit';

function requestOf(workspaceId: string, waitedMs = 0): AbortSignal {
  const { signal } = new AbortController();
  setQueryRequest(signal, { workspaceId, waitedMs });
  return signal;
}

const never = () => new Promise<never>(() => undefined);

it('runs four queries of a workspace at the same time, and those of others meanwhile', async () => {
  let running = 0;
  let most = 0;
  const query = (workspaceId: string) =>
    withinTimeLimit(5000, requestOf(workspaceId), async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 20));
      running -= 1;
    });

  await Promise.all(Array.from({ length: 12 }, () => query('a')));
  expect(most).toBe(4);

  const slow = Array.from({ length: 4 }, () => withinTimeLimit(200, requestOf('a'), never).catch(String));
  await query('b');
  expect((await Promise.all(slow))[0]).toContain('200 ms');
});

it('ends a query that waits for others at its own limit', async () => {
  const startedAt = performance.now();

  const errors = await Promise.all(
    Array.from({ length: 10 }, () => withinTimeLimit(300, requestOf('c'), never).catch(String)),
  );

  expect(performance.now() - startedAt).toBeLessThan(600);
  expect(errors.filter((error) => String(error).includes('300 ms'))).toHaveLength(4);
  expect(
    errors.filter((error) => String(error).includes('queries of this workspace are running')),
  ).toHaveLength(6);
});

it('runs a query of a request within another one at once', async () => {
  const signals = Array.from({ length: 4 }, () => requestOf('d'));

  const results = await Promise.all(
    signals.map((signal) =>
      withinTimeLimit(2000, signal, () => withinTimeLimit(2000, signal, async () => 'inner')),
    ),
  );

  expect(results).toEqual(['inner', 'inner', 'inner', 'inner']);
});

it('counts what the request has waited before', async () => {
  const startedAt = performance.now();

  const late = withinTimeLimit(5000, requestOf('e', 4800), never);

  await expect(late).rejects.toMatchObject({ code: 'query_timeout', ctx: { limit_ms: 5000 } });
  expect(performance.now() - startedAt).toBeLessThan(1000);
});

it('says that other queries of the workspace run if a query only waited for them', async () => {
  const ended = new AbortController();
  const running = [1, 2, 3, 4].map(() =>
    withinTimeLimit(60_000, requestOf('f'), () => rejectOnAbort(never(), ended.signal)),
  );

  const { status, headers, body } = toErrorResponse(
    await withinTimeLimit(20, requestOf('f'), async () => 'ran').catch((error: unknown) => error),
  );

  expect({ status, type: body.detail[0]?.type }).toEqual({ status: 429, type: 'rate_limited' });
  expect(body.detail[0]?.msg).toBe('Too many queries of this workspace are running; retry later');
  expect(Number(headers['Retry-After'])).toBeGreaterThan(0);
  ended.abort();
  await Promise.allSettled(running);
  expect(await withinTimeLimit(1000, requestOf('f'), async () => 'ran')).toBe('ran');
});
