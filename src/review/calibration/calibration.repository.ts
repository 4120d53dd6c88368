import type { ClientSession } from 'mongoose';
import { shareReads } from '../../platform/mongo/batcher';
import { storedBytesOf } from '../../platform/mongo/created-content';
import { newestFirst } from '../../platform/mongo/keyset';
import type { TimePosition } from '../../platform/time-position';
import type { ActiveCalibration, Calibration, CalibrationActivation, ListedCalibration } from './calibration';
import { CalibrationModel, type StoredCalibration } from './calibration.model';

/** @throws the driver's duplicate key error if the id or the version of the evaluator exists */
export async function insertCalibration(
  { id, ...calibration }: Calibration,
  session: ClientSession,
): Promise<void> {
  await CalibrationModel.create([{ ...calibration, _id: id, storedBytes: storedBytesOf(calibration) }], {
    session,
  });
}

export async function findCalibration(workspaceId: string, id: string): Promise<Calibration | null> {
  const calibration = await CalibrationModel.findOne({ _id: id, workspaceId }).lean<StoredCalibration>();
  return calibration && toCalibration(calibration);
}

/** The latest version of an evaluator's calibrations; 0 without any. */
export async function findLatestVersion(
  workspaceId: string,
  evaluatorId: string,
  session: ClientSession,
): Promise<number> {
  const latest = await CalibrationModel.findOne({ workspaceId, evaluatorId }, { version: 1 }, { session })
    .sort({ version: -1 })
    .lean<Pick<StoredCalibration, 'version'>>();
  return latest?.version ?? 0;
}

/** The calibrations of a workspace, or of one evaluator, after a position, newest first. */
export async function listCalibrations(
  workspaceId: string,
  evaluatorId: string | null,
  after: TimePosition | null,
  limit: number,
): Promise<ListedCalibration[]> {
  const { filter, sort } = newestFirst(after);
  const ofEvaluator = evaluatorId === null ? {} : { evaluatorId };
  const calibrations = await CalibrationModel.find({ workspaceId, ...ofEvaluator, ...filter }, { replies: 0 })
    .sort(sort)
    .limit(limit)
    .lean<Omit<StoredCalibration, 'replies'>[]>();
  return calibrations.map(toCalibration);
}

type StoredConfidence = { _id: string; confidence?: ActiveCalibration['confidence'] };

/** What is on in a workspace: at most one calibration of each evaluator. Concurrent reads are shared. */
export const listActiveCalibrations = shareReads(async (workspaceId): Promise<ActiveCalibration[]> => {
  const calibrations = await CalibrationModel.find(
    { workspaceId, 'activation.at': { $type: 'date' } },
    {
      evaluatorId: 1,
      evaluatorVersion: 1,
      issueConfigVersion: 1,
      'score.knots': 1,
      'confidence.knots': 1,
      activation: 1,
    },
  ).lean<(Omit<ActiveCalibration, 'id' | 'confidence'> & StoredConfidence)[]>();
  // The projection of a field of null is absent.
  return calibrations.map(({ confidence = null, ...one }) => toCalibration({ ...one, confidence }));
});

/** Turns a calibration on, in place of any other one of its evaluator. */
export async function activateCalibration(
  { workspaceId, evaluatorId, id }: Pick<Calibration, 'workspaceId' | 'evaluatorId' | 'id'>,
  activation: CalibrationActivation,
  session: ClientSession,
): Promise<void> {
  const isOther = { workspaceId, evaluatorId, _id: { $ne: id }, activation: { $ne: null } };
  await CalibrationModel.updateMany(isOther, { $set: { activation: null } }, { session });
  await CalibrationModel.updateOne({ _id: id, workspaceId }, { $set: { activation } }, { session });
}

/** Turns a calibration off, if it is on. */
export async function deactivateCalibration(workspaceId: string, id: string): Promise<void> {
  await CalibrationModel.updateOne({ _id: id, workspaceId }, { $set: { activation: null } });
}

function toCalibration<Stored extends { _id: string; storedBytes?: number }>({
  _id,
  storedBytes,
  ...stored
}: Stored) {
  return { id: _id, ...stored };
}
