import { setTimeout as sleep } from 'node:timers/promises';
import type { BodyOf, ClaimedRun } from '../../packages/client';
import { importConversations } from '../experiment-throughput';
import type { MeasuredService } from '../measured-service';
import { readSampleConversations } from '../sample-conversations';

const AT_ONCE = 10;
const LEASE_SECONDS = 3600; // no lease may expire while the machine is busy

/** Creates this many runs with one conversation and waits until each may be claimed. */
export async function createReadyRuns(service: MeasuredService, count: number): Promise<void> {
  const conversation_ids = await importConversations(service, readSampleConversations(), 1);
  const request: BodyOf<'POST /v1/optimization-runs'> = {
    name: 'leases',
    model: 'embedded/extractive',
    conversation_ids,
    objective: { metric: 'issue_rate', direction: 'minimize' },
    lease_seconds: LEASE_SECONDS,
  };
  let left = count;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left > 0) {
        left -= 1;
        const { id } = await service.client.runs.create(request);
        await untilReady(service, id);
      }
    }),
  );
}

async function untilReady({ client }: MeasuredService, id: string): Promise<void> {
  for (;;) {
    const { status } = await client.runs.get(id);
    if (status === 'ready') return;
    if (status !== 'preparing') throw new Error(`A run is ${status} before it was claimed`);
    await sleep(100);
  }
}

export interface Claims {
  claimed: ClaimedRun[];
  claimsPerSecond: number;
}

/**
 * This many runners claim one run each, concurrently.
 * @throws Error when a runner gets none
 */
export async function claimConcurrently({ client }: MeasuredService, count: number): Promise<Claims> {
  const beganAt = performance.now();
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      client.runs.claim({ runner_id: `runner-${index}`, wait_seconds: 30 }),
    ),
  );
  const seconds = (performance.now() - beganAt) / 1000;
  const claimed = answers.filter((answer) => answer !== null);
  if (new Set(claimed.map(({ run }) => run.id)).size < count) throw new Error('Not every runner got a run');
  return { claimed, claimsPerSecond: count / seconds };
}
