import { createHash } from 'node:crypto';
import { type BodyOf, ConflictError, type Experiment, NotFoundError } from '../../../packages/client';
import type { GateService } from './gate-service';

type ExperimentRequest = Omit<BodyOf<'POST /v1/experiments'>, 'name'>;

/** What makes two invocations of the gate the same, for the experiment of one commit. */
export function gateKey(parts: Record<string, unknown>): string {
  return `gate-${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`;
}

/**
 * Starts an experiment, or finds the one that an earlier gate has started with the key. The latter is in
 * `service.found`.
 * @throws AssayError
 */
export async function startOnce(
  service: GateService,
  { key, name, request }: { key: string; name: string; request: ExperimentRequest },
): Promise<Experiment> {
  const { client, started, found } = service;
  // The time makes each request another one: a repeated one would get the first response, as if it had started it.
  const body = { ...request, name: `${name}, ${new Date().toISOString()}` };
  for (let number = 1; ; number += 1) {
    try {
      const created = await service.start((signal) =>
        client.experiments.create(body, { signal, idempotencyKey: `${key}-${number}` }),
      );
      started.add(created.id);
      return created;
    } catch (error) {
      const first = await findFirst(service, error);
      if (first !== null) {
        found.add(first.id);
        return first;
      }
      // The first request with this key failed, or its experiment was deleted: the next number is as good.
    }
  }
}

/** @throws the error unless it says that the key was used */
async function findFirst({ client, signal }: GateService, error: unknown): Promise<Experiment | null> {
  if (!(error instanceof ConflictError) || error.type !== 'idempotency_key_reused') throw error;
  const id = error.detail[0]?.ctx.resource_id;
  if (typeof id !== 'string') return null;
  try {
    return await client.experiments.get(id, { omit: 'conversation_ids' }, { signal });
  } catch (lookup) {
    if (lookup instanceof NotFoundError) return null;
    throw lookup;
  }
}
