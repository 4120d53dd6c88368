import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type ClaimedRun, RunnerClient } from '../../src/optimization/runner/client/runner-client';
import { importConversations } from '../experiment-throughput';
import type { MeasuredService } from '../measured-service';
import { readSampleConversations } from '../sample-conversations';

const AT_ONCE = 10;
const LEASE_SECONDS = 3600; // no lease may expire while the machine is busy

const createdSchema = z.object({ id: z.string() });
const statusSchema = z.object({ status: z.string() });

/** Creates this many runs with one conversation and waits until each may be claimed. */
export async function createReadyRuns(service: MeasuredService, count: number): Promise<void> {
  const conversation_ids = await importConversations(service, readSampleConversations(), 1);
  const request = {
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
        const { id } = await service.client.post('/v1/optimization-runs', request, createdSchema);
        await untilReady(service, id);
      }
    }),
  );
}

async function untilReady({ client }: MeasuredService, id: string): Promise<void> {
  for (;;) {
    const { status } = await client.get(`/v1/optimization-runs/${id}`, statusSchema);
    if (status === 'ready') return;
    if (status !== 'preparing') throw new Error(`A run is ${status} before it was claimed`);
    await sleep(100);
  }
}

export interface Claims {
  claimed: ClaimedRun[];
  client: RunnerClient;
  claimsPerSecond: number;
}

/**
 * This many runners claim one run each, concurrently.
 * @throws Error when a runner gets none
 */
export async function claimConcurrently({ api, key }: MeasuredService, count: number): Promise<Claims> {
  const client = new RunnerClient({ address: api, apiKey: key, workspaceId: null });
  const beganAt = performance.now();
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      client.claim(`runner-${index}`, 30, new AbortController().signal),
    ),
  );
  const seconds = (performance.now() - beganAt) / 1000;
  const claimed = answers.filter((answer) => answer !== null);
  if (new Set(claimed.map(({ run }) => run.id)).size < count) throw new Error('Not every runner got a run');
  return { claimed, client, claimsPerSecond: count / seconds };
}
