import { model, Schema } from 'mongoose';
import { pausedReasons, type Schedule } from './schedule';

export type StoredSchedule = Omit<Schedule, 'id'> & {
  _id: string;
  /** Whether the latest change has not reached Temporal. */
  isPending: boolean;
  changedAt: Date;
  isDeleted: boolean;
  /** As Temporal last said, but no later than when it had none; when it was created or resumed, until Temporal has it. */
  nextFiringAt: Date | null;
  storedBytes: number;
};

const scheduleSchema = new Schema<StoredSchedule>(
  {
    _id: { type: String, required: true },
    workspaceId: { type: String, required: true },
    name: { type: String, required: true },
    cron: { type: String, required: true },
    timeZone: { type: String, required: true },
    overlap: { type: String, required: true },
    // Checked by zod, at each use again.
    experiment: { type: Schema.Types.Mixed, required: true },
    creator: { type: Schema.Types.Mixed, required: true },
    isPaused: { type: Boolean, required: true },
    pausedReason: { type: String, enum: [...pausedReasons, null], default: null },
    isDeleted: { type: Boolean, required: true },
    createdAt: { type: Date, required: true },
    firings: { type: Schema.Types.Mixed, required: true },
    revision: { type: Number, required: true },
    isPending: { type: Boolean, required: true },
    changedAt: { type: Date, required: true },
    nextFiringAt: { type: Date, default: null },
    storedBytes: { type: Number, required: true },
  },
  { versionKey: false, strict: 'throw', minimize: false },
);
// The list of a workspace, newest first.
scheduleSchema.index({ workspaceId: 1, createdAt: -1, _id: -1 });
// Changes that have not reached Temporal, for the reconciler.
scheduleSchema.index({ changedAt: 1 }, { partialFilterExpression: { isPending: true } });
// The limit on their number and bytes, without reading them.
scheduleSchema.index({ workspaceId: 1, storedBytes: 1 });
// The comparison with Temporal, without reading the requests.
scheduleSchema.index({ isDeleted: 1, _id: 1, workspaceId: 1, isPaused: 1, revision: 1, creator: 1 });
// The metric of schedules without a next firing.
scheduleSchema.index({ nextFiringAt: 1 }, { partialFilterExpression: { isDeleted: false, isPaused: false } });

export const ScheduleModel = model('Schedule', scheduleSchema, 'schedules');
