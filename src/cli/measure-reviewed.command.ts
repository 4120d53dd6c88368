import { describeAccuracy } from './measure/describe-accuracy';
import { type ServiceCommand, withService } from './shared/connection/with-service';
import { writeJsonFile } from './shared/json-file';
import { printResult } from './shared/output/output';

/** One of queue, experiment, set and filter, which the service checks. */
export interface ReviewedOptions extends Omit<ServiceCommand, 'json'> {
  /** Prints the JSON of the API; a path: writes it to this file, too. */
  json?: string | true;
  queue?: string;
  experiment?: string;
  baseline?: string;
  set?: string;
  filter?: string;
}

/**
 * `assay measure --reviewed`: prints the rates of the service, corrected by reviews. Resolves to 0.
 * @throws as `withService`
 */
export async function runMeasureReviewed(options: ReviewedOptions): Promise<number> {
  const { queue, experiment, baseline, set, filter, json, output } = options;
  const query = { queue_id: queue, experiment_id: experiment, baseline_id: baseline, set, filter };
  const accuracy = await withService(options, ({ client }) => client.request('GET /v1/accuracy', { query }));
  printResult(accuracy, { json: json === true, output }, describeAccuracy);
  if (typeof json === 'string') await writeJsonFile(json, accuracy);
  return 0;
}
