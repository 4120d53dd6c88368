import { SessionModel } from './session.model';

/** The sessions that the previous version of the service has stored, which lack the fields of lists. */
export function streamUndescribedUnscoped() {
  return SessionModel.find({ userId: { $exists: false } })
    .lean()
    .cursor();
}
