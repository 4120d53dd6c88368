import type { Answer } from './api';
import { countAllDocuments } from './people';

const ENTRY_FIELDS = ['ctx', 'input', 'loc', 'msg', 'type'];

/**
 * Sends an invalid request and returns the response.
 * @throws when it is not a 4xx in the contract's shape, takes two seconds, is longer than 64 KiB, or leaves
 * anything stored
 */
export async function refused(send: () => Promise<Answer>): Promise<Answer> {
  const before = await countAllDocuments();
  const start = performance.now();
  const answer = await send();
  const elapsedMs = performance.now() - start;

  const text = JSON.stringify(answer.body);
  expect({ status: answer.status, body: text.slice(0, 300) }).toEqual({
    status: expect.any(Number),
    body: expect.stringMatching(/^\{"detail":\[/),
  });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect(elapsedMs).toBeLessThan(2000);
  expect(text.length).toBeLessThan(64 * 1024);
  expect(text).not.toMatch(/<html|\bat .*\.(ts|js):\d/i);
  expect(answer.body.detail.length).toBeGreaterThan(0);
  for (const entry of answer.body.detail) {
    expect(Object.keys(entry).sort()).toEqual(ENTRY_FIELDS);
    expect(entry.loc.every((step: unknown) => typeof step === 'string')).toBe(true);
  }
  expect(answer.headers.get('x-request-id')).toBeTruthy();
  expect(await countAllDocuments()).toBe(before);
  return answer;
}

/** `loc type` of each problem of a response. */
export function problems({ body }: Answer): string[] {
  return body.detail.map(({ loc, type }: { loc: string[]; type: string }) => `${loc.join('.')} ${type}`);
}
