import type { Message } from '../../packages/formats';
import type { TransferLimit } from '../conversations/transfer/transfer-limit';
import type { Pager } from '../platform/http/pager';
import type { Route } from '../platform/http/route';
import type { AccuracyService } from '../review/accuracy/accuracy.service';
import { baselineComparisonRoutes } from './comparison/baseline-comparison.routes';
import { createBaselineComparisonService } from './comparison/baseline-comparison.service';
import { comparableExperimentsRoutes } from './comparison/comparable-experiments.routes';
import { createComparableExperimentsService } from './comparison/comparable-experiments.service';
import { comparisonRoutes } from './comparison/comparison.routes';
import { createComparisonService } from './comparison/comparison.service';
import { judgedPromptOf } from './execution/replay';
import { experimentRoutes } from './experiment.routes';
import type { ExperimentService } from './experiment.service';
import { experimentItemRoutes } from './experiment-item.routes';
import { estimateRoutes } from './planning/estimate.routes';
import { createEstimateService, type EstimateServiceDependencies } from './planning/estimate.service';
import { sampleSizeRoutes } from './planning/sample-size.routes';
import { createSampleSizeService } from './planning/sample-size.service';
import { createEndedMeasurements } from './results/ended-measurements';
import { scheduleRoutes } from './schedules/schedule.routes';
import { createScheduleService, type ScheduleServiceDependencies } from './schedules/schedule.service';
import { findExperimentWithoutIds } from './store/experiment.repository';
import { listBaselineMessageIds } from './store/item.repository';

export interface ExperimentsDependencies extends EstimateServiceDependencies {
  experiments: ExperimentService;
  schedules: ScheduleServiceDependencies['schedules'];
  conversations: EstimateServiceDependencies['conversations'] &
    Parameters<typeof createComparisonService>[0]['conversations'];
  accuracy: Pick<AccuracyService, 'correctExperiment' | 'correctBaseline'>;
  exports: TransferLimit;
  pager: Pager;
}

/** What reviews read of experiments. */
export const reviewedExperiments = {
  findJudgeVersion: findExperimentWithoutIds,
  listBaselineMessageIds,
  async readJudgedPrompt(workspaceId: string, experimentId: string, messages: readonly Message[]) {
    const experiment = await findExperimentWithoutIds(workspaceId, experimentId);
    return judgedPromptOf(
      messages,
      experiment?.isPassThrough ? null : (experiment?.systemPromptOverride ?? null),
    );
  },
};

/** Experiments with their plans, schedules and comparisons. */
export function createExperimentsRoom(dependencies: ExperimentsDependencies): { routes: Route[] } {
  const { experiments, schedules, exports, pager } = dependencies;
  return {
    routes: [
      // Before the experiments, whose id the path would be.
      ...sampleSizeRoutes({ sampleSize: createSampleSizeService(dependencies) }),
      ...estimateRoutes({ estimates: createEstimateService(dependencies) }),
      ...experimentRoutes({
        experiments,
        measureEnded: createEndedMeasurements(dependencies),
        pager,
      }),
      ...experimentItemRoutes({ experiments, exports, pager }),
      ...scheduleRoutes({ schedules: createScheduleService({ schedules, experiments, pager }) }),
      ...baselineComparisonRoutes({ baselineComparison: createBaselineComparisonService(dependencies) }),
      ...comparableExperimentsRoutes({
        comparableExperiments: createComparableExperimentsService(dependencies),
        pager,
      }),
      ...comparisonRoutes({ comparison: createComparisonService(dependencies), pager }),
    ],
  };
}
