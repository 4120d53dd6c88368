import autocannon from 'autocannon';
import type { SampleConversation } from './sample-conversations';

/** The throughput and latency of a server under load. */
export interface LoadResult {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
}

export interface Load {
  connections: number;
  seconds: number;
}

/**
 * Sends the conversations for detection, in a loop.
 * @throws Error when one fails
 */
export async function loadDetection(
  address: string,
  headers: Record<string, string>,
  samples: SampleConversation[],
  { connections, seconds }: Load,
): Promise<LoadResult> {
  const result = await autocannon({
    url: new URL('/v1/detect-hallucinations', address).href,
    connections,
    duration: seconds,
    requests: samples.map((sample) => ({
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(sample),
    })),
  });
  const failures = result.non2xx + result.errors + result.timeouts;
  if (failures > 0) throw new Error(`${failures} of ${result.requests.total} detections failed`);
  return {
    requestsPerSecond: result.requests.total / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  };
}
