import { randomUUID } from 'node:crypto';
import { model, Schema } from 'mongoose';
import type { JudgeConfig } from '../llm-judge/judge-config';
import { type EvaluatorRecord, evaluatorKinds } from './evaluator-record';

export type EvaluatorDocument = Omit<EvaluatorRecord, 'id'> & {
  _id: string;
  evaluatorId: string;
  /** True of the latest version alone. */
  isCurrent: boolean;
};

const judgeConfigSchema = new Schema<JudgeConfig>(
  {
    model: { type: String, required: true },
    timeoutMs: { type: Number, required: true, min: 1 },
    contextTokens: { type: Number, required: true, min: 1 },
    verify: { type: Boolean, required: true },
  },
  { _id: false, strict: 'throw' },
);

/** One document is one version of an evaluator. */
const evaluatorSchema = new Schema<EvaluatorDocument>(
  {
    _id: { type: String, default: () => randomUUID() },
    evaluatorId: { type: String, required: true },
    version: { type: Number, required: true, min: 1 },
    workspaceId: { type: String, required: true },
    name: { type: String, required: true },
    kind: { type: String, enum: evaluatorKinds, required: true },
    config: { type: judgeConfigSchema, default: null },
    isDefault: { type: Boolean, required: true },
    isCurrent: { type: Boolean, required: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw' },
);
// One version, or all of an evaluator to find the latest.
evaluatorSchema.index({ evaluatorId: 1, version: 1 }, { unique: true });
// The workspace's default, read by every detection; unique so that there is never a second.
evaluatorSchema.index({ workspaceId: 1 }, { unique: true, partialFilterExpression: { isDefault: true } });
// A name means one evaluator of the workspace; names of older versions are free again.
evaluatorSchema.index(
  { workspaceId: 1, name: 1 },
  { unique: true, partialFilterExpression: { isCurrent: true } },
);
// The list of a workspace, newest first.
evaluatorSchema.index(
  { workspaceId: 1, createdAt: -1, evaluatorId: -1 },
  { partialFilterExpression: { isCurrent: true } },
);

// Every version of every evaluator of a workspace, when it is deleted.
evaluatorSchema.index({ workspaceId: 1, _id: 1 });

export const EvaluatorModel = model('Evaluator', evaluatorSchema, 'evaluators');
