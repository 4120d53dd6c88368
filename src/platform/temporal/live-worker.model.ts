import { model, Schema } from 'mongoose';

/** A worker process that polls a task queue. */
export interface LiveWorker {
  _id: string;
  taskQueue: string;
  /** Both by the clock of the database server, so that clocks of machines do not matter. */
  startedAt: Date;
  seenAt: Date;
}

const liveWorkerSchema = new Schema<LiveWorker>(
  {
    _id: { type: String, required: true },
    taskQueue: { type: String, required: true },
    startedAt: { type: Date, required: true },
    seenAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw' },
);
// Records of workers that were killed are removed.
liveWorkerSchema.index({ seenAt: 1 }, { expireAfterSeconds: 60 });

export const LiveWorkerModel = model('LiveWorker', liveWorkerSchema, 'live_workers');
