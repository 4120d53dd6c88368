import type { TrafficSetting } from '../../../packages/detector';
import type { JudgeConfig } from '../llm-judge/judge-config';

export const evaluatorKinds = ['grounding', 'llm_judge'] as const;
export type EvaluatorKind = (typeof evaluatorKinds)[number];

/** One version of an evaluator. Versions are immutable, so results stay reproducible. */
export interface EvaluatorRecord {
  id: string;
  version: number;
  workspaceId: string;
  name: string;
  kind: EvaluatorKind;
  /** Null for `grounding`. */
  config: JudgeConfig | null;
  /** The setting of `grounding`; null for a judge. */
  traffic: TrafficSetting | null;
  /** Whether the workspace uses it when a request names no evaluator; true only for a latest version. */
  isDefault: boolean;
  /** When the evaluator was created; the same in all versions. */
  createdAt: Date;
}
