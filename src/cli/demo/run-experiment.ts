import type { AssayClient, BodyOf, Experiment, ExperimentItem } from '../../../packages/client';
import { withProgressBar } from '../shared/progress-bar';

const SHOWN_ITEMS = 15;

export interface EndedExperiment {
  experiment: Experiment;
  firstItems: ExperimentItem[];
  /** From the request to the end of the last item. */
  seconds: number;
}

/** Creates an experiment and polls it until it ends, with any status. */
export async function runExperiment(
  client: AssayClient,
  request: BodyOf<'POST /v1/experiments'>,
  signal: AbortSignal,
): Promise<EndedExperiment> {
  const startedAt = Date.now();
  const created = await client.experiments.create(request, { signal });
  const label = `Experiment "${request.name}"`;
  const experiment = await withProgressBar(label, created.total_items_count, (show) =>
    client.experiments.waitFor(created.id, {
      signal,
      onProgress: ({ status_summary: { completed, failed } }) => show(completed + failed),
    }),
  );
  const seconds = (Date.now() - startedAt) / 1_000;
  const { items } = await client.request(
    'GET /v1/experiments/{experiment_id}/items',
    { path: { experiment_id: created.id }, query: { limit: SHOWN_ITEMS } },
    { signal },
  );
  return { experiment, firstItems: items, seconds };
}
