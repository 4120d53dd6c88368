import type { ApiResponse } from './api';
import { startCpuClock } from './cpu-time';
import { countDocuments } from './people';

const ENTRY_FIELDS = ['ctx', 'input', 'loc', 'msg', 'type'];

/**
 * Sends an invalid request and returns the response.
 * @throws when it is not a 4xx in the contract's shape, takes two seconds of processor time (of client and service), is
 * longer than 64 KiB, or leaves anything stored
 */
export async function refused(send: () => Promise<ApiResponse>): Promise<ApiResponse> {
  const before = await countDocuments();
  const cpuMs = startCpuClock();
  const response = await send();
  const takenMs = cpuMs();

  const text = JSON.stringify(response.body);
  expect({ status: response.status, body: text.slice(0, 300) }).toEqual({
    status: expect.any(Number),
    body: expect.stringMatching(/^\{"detail":\[/),
  });
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.status).toBeLessThan(500);
  expect(takenMs).toBeLessThan(2000);
  expect(text.length).toBeLessThan(64 * 1024);
  expect(text).not.toMatch(/<html|\bat .*\.(ts|js):\d/i);
  expect(response.body.detail.length).toBeGreaterThan(0);
  for (const entry of response.body.detail) {
    expect(Object.keys(entry).sort()).toEqual(ENTRY_FIELDS);
    expect(entry.loc.every((step: unknown) => typeof step === 'string')).toBe(true);
  }
  expect(response.headers.get('x-request-id')).toBeTruthy();
  expect(await countDocuments()).toEqual(before);
  return response;
}

/** `loc type` of each problem of a response. */
export function problems({ body }: ApiResponse): string[] {
  return body.detail.map(({ loc, type }: { loc: string[]; type: string }) => `${loc.join('.')} ${type}`);
}
