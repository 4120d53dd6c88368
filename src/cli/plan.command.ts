import { describeSampleSize } from './plan/describe-sample-size';
import { type ServiceCommand, withService } from './shared/connection/with-service';
import { printResult } from './shared/output/output';

export interface PlanOptions extends ServiceCommand {
  /** Percentage points. */
  minEffect: number;
  alpha: number;
  power: number;
  samples: number;
}

/**
 * `assay plan`: prints how many conversations a minimum effect needs.
 * @throws as `withService`
 */
export function runPlan(options: PlanOptions): Promise<void> {
  const { minEffect, alpha, power, samples } = options;
  const request = { min_effect: minEffect / 100, alpha, power, samples_per_item: samples };
  return withService(options, async ({ client }) =>
    printResult(await client.experiments.plan(request), options, describeSampleSize),
  );
}
