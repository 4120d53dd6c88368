import type { Request, Response } from 'express';
import { warnAboutForwarding } from '../../../../src/platform/http/forwarded-headers';
import { createLogger } from '../../../../src/platform/logging';

/** The lines that are logged while requests with these headers pass. */
function linesFor(trustProxy: number, requests: Record<string, string>[]): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger('info', { write: (line) => lines.push(JSON.parse(line)) });
  const middleware = warnAboutForwarding({ logger, trustProxy });
  let passed = 0;
  for (const headers of requests) {
    middleware({ headers } as unknown as Request, {} as Response, () => {
      passed += 1;
    });
  }
  expect(passed).toBe(requests.length);
  return lines;
}

describe('warnAboutForwarding', () => {
  it('warns once, by the names of the headers and not their text', () => {
    const lines = linesFor(0, [
      {},
      { 'x-forwarded-for': '203.0.113.7, secret' },
      { forwarded: 'for=203.0.113.7' },
    ]);

    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ level: 40, headers: ['x-forwarded-for'] });
    expect(JSON.stringify(lines)).not.toContain('203.0.113.7');
  });

  it('is silent where proxies are counted', () => {
    expect(linesFor(1, [{ 'x-forwarded-for': '203.0.113.7' }])).toEqual([]);
  });
});
