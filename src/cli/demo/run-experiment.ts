import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { openExperimentStatuses } from '../../experiments/store/experiment';
import { experimentSchema, itemSchema } from '../../experiments/wire/experiment.schema';
import { withProgressBar } from '../shared/progress-bar';
import type { DemoClient } from './demo-client';

const POLL_MS = 1_000;
const SHOWN_ITEMS = 15;

const itemPageSchema = z.object({ items: z.array(itemSchema) });

export type Experiment = z.infer<typeof experimentSchema>;
export type ExperimentItem = z.infer<typeof itemSchema>;

/** The fields of `POST /v1/experiments` that the demo uses. */
export interface ExperimentRequest {
  name: string;
  model: string;
  conversation_ids: string[];
  pass_through?: boolean;
}

export interface EndedExperiment {
  experiment: Experiment;
  firstItems: ExperimentItem[];
  /** From the request to the end of the last item. */
  seconds: number;
}

/** Creates an experiment and polls it until it ends, with any status. */
export async function runExperiment(
  client: DemoClient,
  request: ExperimentRequest,
  signal: AbortSignal,
): Promise<EndedExperiment> {
  const startedAt = Date.now();
  const created = await client.post('/v1/experiments', request, experimentSchema);
  const path = `/v1/experiments/${created.id}`;
  const label = `Experiment "${request.name}"`;
  const experiment = await withProgressBar(label, created.total_items_count, async (show) => {
    let latest = created;
    while (openExperimentStatuses.includes(latest.status)) {
      await sleep(POLL_MS, undefined, { signal });
      latest = await client.get(path, experimentSchema);
      show(latest.status_summary.completed + latest.status_summary.failed);
    }
    return latest;
  });
  const seconds = (Date.now() - startedAt) / 1_000;
  const { items } = await client.get(`${path}/items?limit=${SHOWN_ITEMS}`, itemPageSchema);
  return { experiment, firstItems: items, seconds };
}
