import { model, Schema } from 'mongoose';
import { driverCollection } from '../../platform/mongo/driver';

/** The conversations of a workspace that were stored within an hour, as far as they are counted. */
export interface HourCount {
  /** The workspace and the hour. */
  _id: string;
  workspaceId: string;
  hour: Date;
  count: number;
}

/** Up to when the conversations of a workspace are counted by hour. */
export interface CountProgress {
  /** The id of the workspace. */
  _id: string;
  workspaceId: string;
  countedTo: Date;
  /** Grows with what is removed while it may be counted, so that counting and removing conflict. */
  removals: number;
}

const hourCountSchema = new Schema<HourCount>(
  {
    _id: { type: String, required: true },
    workspaceId: { type: String, required: true },
    hour: { type: Date, required: true },
    count: { type: Number, required: true },
  },
  { versionKey: false, strict: 'throw' },
);
// The hours of a workspace, which are added up.
hourCountSchema.index({ workspaceId: 1, hour: 1, count: 1 });

const countProgressSchema = new Schema<CountProgress>(
  {
    _id: { type: String, required: true },
    workspaceId: { type: String, required: true },
    countedTo: { type: Date, required: true },
    removals: { type: Number, required: true },
  },
  { versionKey: false, strict: 'throw' },
);
// Deleted with the workspace.
countProgressSchema.index({ workspaceId: 1 });

const HourCountModel = model('ConversationHourCount', hourCountSchema);
const CountProgressModel = model('ConversationCountProgress', countProgressSchema);

export const hourCountCollection = () => driverCollection<HourCount>(HourCountModel);
export const countProgressCollection = () => driverCollection<CountProgress>(CountProgressModel);
