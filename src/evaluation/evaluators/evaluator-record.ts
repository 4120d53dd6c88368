import type { JudgeConfig } from '../llm-judge/judge-config';

export const evaluatorKinds = ['grounding', 'llm_judge'] as const;
export type EvaluatorKind = (typeof evaluatorKinds)[number];

/** One version of an evaluator. Versions never change, so a result that names one stays explainable. */
export interface EvaluatorRecord {
  id: string;
  version: number;
  workspaceId: string;
  name: string;
  kind: EvaluatorKind;
  /** Null for `grounding`, which has nothing to set. */
  config: JudgeConfig | null;
  /** Whether the workspace uses it where nobody names one; only ever true of a latest version. */
  isDefault: boolean;
  /** Of the evaluator, the same in all of its versions. */
  createdAt: Date;
}
