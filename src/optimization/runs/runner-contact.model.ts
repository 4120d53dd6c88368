import { model, Schema } from 'mongoose';

/** The latest claim of a runner. */
export interface RunnerContact {
  /** Workspace and name of the runner. */
  _id: string;
  workspaceId: string;
  runnerId: string;
  /** Null: any. */
  strategies: string[] | null;
  seenAt: Date;
}

const runnerContactSchema = new Schema<RunnerContact>(
  {
    _id: { type: String, required: true },
    workspaceId: { type: String, required: true },
    runnerId: { type: String, required: true },
    strategies: { type: [String], default: null },
    seenAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw' },
);
// The runners of a workspace, the latest first.
runnerContactSchema.index({ workspaceId: 1, seenAt: -1 });
// Records of runners that were killed are removed.
runnerContactSchema.index({ seenAt: 1 }, { expireAfterSeconds: 120 });

export const RunnerContactModel = model('RunnerContact', runnerContactSchema, 'runner_contacts');
