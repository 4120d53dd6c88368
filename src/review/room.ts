import type { TransferLimit } from '../conversations/transfer/transfer-limit';
import type { Route } from '../platform/http/route';
import { accuracyRoutes } from './accuracy/accuracy.routes';
import {
  type AccuracyService,
  type AccuracyServiceDependencies,
  createAccuracyService,
} from './accuracy/accuracy.service';
import { createAgreementService } from './agreement/agreement.service';
import { calibrationRoutes } from './calibration/calibration.routes';
import {
  type CalibrationServiceDependencies,
  createCalibrationService,
} from './calibration/calibration.service';
import { reviewItemRoutes } from './queues/review-item.routes';
import { reviewQueueRoutes } from './queues/review-queue.routes';
import { createReviewQueueService } from './queues/review-queue.service';
import { reviewRoutes } from './reviews/review.routes';
import { createReviewService, type ReviewServiceDependencies } from './reviews/review.service';

export type ReviewDependencies = AccuracyServiceDependencies &
  CalibrationServiceDependencies &
  ReviewServiceDependencies & { exports: TransferLimit };

/** Reviews by people, and what follows from them: corrected rates, calibrations, agreement. */
export function createReview(dependencies: ReviewDependencies): {
  accuracy: AccuracyService;
  routes: Route[];
} {
  const { labelsOf, chooseEvaluator: checkEvaluator, pager, exports } = dependencies;
  const accuracy = createAccuracyService(dependencies);
  const queues = createReviewQueueService({ ...dependencies, checkEvaluator });
  return {
    accuracy,
    routes: [
      ...reviewRoutes({ reviews: createReviewService({ labelsOf }), pager }),
      ...reviewQueueRoutes({ queues, agreement: createAgreementService(dependencies), pager }),
      ...reviewItemRoutes({ queues }),
      ...accuracyRoutes({ accuracy, exports }),
      ...calibrationRoutes({ calibrations: createCalibrationService(dependencies) }),
    ],
  };
}
