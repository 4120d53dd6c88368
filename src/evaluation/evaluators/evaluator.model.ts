import { randomUUID } from 'node:crypto';
import { model, Schema } from 'mongoose';
import { trafficSettings } from '../../../packages/detector';
import type { JudgeConfig } from '../llm-judge/judge-config';
import { type EvaluatorRecord, evaluatorKinds } from './evaluator-record';

export type EvaluatorDocument = Omit<EvaluatorRecord, 'id'> & {
  _id: string;
  evaluatorId: string;
  /** True only for the latest version. */
  isCurrent: boolean;
  storedBytes: number;
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

/** One document per version of an evaluator. */
const evaluatorSchema = new Schema<EvaluatorDocument>(
  {
    _id: { type: String, default: () => randomUUID() },
    evaluatorId: { type: String, required: true },
    version: { type: Number, required: true, min: 1 },
    workspaceId: { type: String, required: true },
    name: { type: String, required: true },
    kind: { type: String, enum: evaluatorKinds, required: true },
    config: { type: judgeConfigSchema, default: null },
    traffic: { type: String, enum: [...trafficSettings, null], default: null },
    isDefault: { type: Boolean, required: true },
    isCurrent: { type: Boolean, required: true },
    createdAt: { type: Date, required: true },
    storedBytes: { type: Number, required: true },
  },
  { versionKey: false, strict: 'throw' },
);
// Versions of an evaluator.
evaluatorSchema.index({ evaluatorId: 1, version: 1 }, { unique: true });
// The default of a workspace, read by every detection. Unique: a workspace has one default.
evaluatorSchema.index({ workspaceId: 1 }, { unique: true, partialFilterExpression: { isDefault: true } });
// Names are unique within a workspace; names of older versions can be reused.
evaluatorSchema.index(
  { workspaceId: 1, name: 1 },
  { unique: true, partialFilterExpression: { isCurrent: true } },
);
// The list of a workspace, newest first.
evaluatorSchema.index(
  { workspaceId: 1, createdAt: -1, evaluatorId: -1 },
  { partialFilterExpression: { isCurrent: true } },
);
// The limit on their number and bytes, without reading them; deletion with the workspace.
evaluatorSchema.index({ workspaceId: 1, storedBytes: 1 });

export const EvaluatorModel = model('Evaluator', evaluatorSchema, 'evaluators');
