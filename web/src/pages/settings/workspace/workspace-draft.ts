import type { UpdateWorkspace, WorkspaceSettings } from '../../../api/types';

/** What the form holds; numbers as they are typed. */
export interface WorkspaceDraft {
  name: string;
  isKeptForever: boolean;
  retentionDays: string;
  isEvaluating: boolean;
  /** The share of replies that are evaluated, in per cent. */
  samplePercent: string;
}

type Saved = Pick<WorkspaceSettings, 'name' | 'retention_days' | 'online_evaluation'>;

/** The settings as the form shows them. */
export function draftOf({ name, retention_days: days, online_evaluation: online }: Saved): WorkspaceDraft {
  return {
    name,
    isKeptForever: days === null,
    retentionDays: days === null ? '90' : String(days),
    isEvaluating: online.enabled,
    // 100 × 0.07 is no whole number, in floating point.
    samplePercent: String(Number((100 * online.sample_rate).toPrecision(12))),
  };
}

/** The body of the request; what is missing or wrong is for the API to say. */
export function toUpdateWorkspace(draft: WorkspaceDraft): UpdateWorkspace {
  return {
    name: draft.name.trim(),
    // Days that are no number must not become null, which keeps everything; 0 is refused.
    retention_days: draft.isKeptForever ? null : Number(draft.retentionDays) || 0,
    online_evaluation: {
      enabled: draft.isEvaluating,
      sample_rate: draft.samplePercent.trim() === '' ? Number.NaN : Number(draft.samplePercent) / 100,
    },
  };
}

/** Whether conversations that are kept now would be removed after the change. */
export function removesMore(draft: WorkspaceDraft, { retention_days: days }: Saved): boolean {
  const after = toUpdateWorkspace(draft).retention_days ?? Number.POSITIVE_INFINITY;
  return after < (days ?? Number.POSITIVE_INFINITY);
}
