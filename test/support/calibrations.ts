import { randomUUID } from 'node:crypto';
import type { CalibrationActivation } from '../../src/review/calibration/calibration';
import { CalibrationModel } from '../../src/review/calibration/calibration.model';

const adaId = randomUUID();
export const ada = { kind: 'user', id: adaId, name: 'Ada', userId: adaId } as const;

/** A calibration as it is stored, whose scores are all 0.5: fitting one would need 300 reviews. Returns its id. */
export async function storeCalibration({
  activation = null,
  ...of
}: {
  workspaceId: string;
  evaluatorId: string;
  activation?: CalibrationActivation | null;
}): Promise<string> {
  const error = { raw: 0.1, calibrated: 0.1 };
  const knots = [{ at: 0.5, value: 0.5 }];
  const { _id } = await CalibrationModel.create({
    ...of,
    _id: randomUUID(),
    version: 1,
    evaluatorVersion: 1,
    issueConfigVersion: 1,
    queueId: randomUUID(),
    population: 300,
    score: { count: 300, positiveCount: 60, knots, brier: error, expectedError: error, reliability: [] },
    confidence: null,
    undecidedCount: 0,
    replies: Array.from({ length: 300 }, (_, index) => ({
      score: 0.5,
      isFlagged: index % 2 === 0,
      canBeFlagged: true,
      hasIssue: index < 60,
      fold: index % 10,
    })),
    activation,
    createdAt: new Date(),
    createdBy: ada,
    storedBytes: 1000,
  });
  return _id;
}
