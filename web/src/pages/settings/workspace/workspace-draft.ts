import type { UpdateWorkspace, WorkspaceSettings } from '../../../api/types';
import { validateDays } from '../../../text/typed-numbers';

/** What the form holds; numbers as they are typed. */
export interface WorkspaceDraft {
  name: string;
  isRetentionUnlimited: boolean;
  retentionDays: string;
  isEvaluating: boolean;
  /** The share of replies that are evaluated, in per cent. */
  samplePercent: string;
}

type Saved = Pick<WorkspaceSettings, 'name' | 'retention_days' | 'online_evaluation'>;

/** The settings as the form shows them. */
export function toDraft({ name, retention_days: days, online_evaluation: online }: Saved): WorkspaceDraft {
  return {
    name,
    isRetentionUnlimited: days === null,
    retentionDays: days === null ? '90' : String(days),
    isEvaluating: online.enabled,
    // 100 × 0.07 is no whole number, in floating point.
    samplePercent: String(Number((100 * online.sample_rate).toPrecision(12))),
  };
}

/** What is wrong with the days, where they count; null when nothing is. */
export function validateRetention({ isRetentionUnlimited, retentionDays }: WorkspaceDraft): string | null {
  return isRetentionUnlimited ? null : validateDays(retentionDays);
}

/** The body of the request: what differs from what is saved. Fields that are not shown are left as they are. */
export function toUpdateWorkspace(draft: WorkspaceDraft, saved: Saved): UpdateWorkspace {
  const name = draft.name.trim();
  const days = draft.isRetentionUnlimited ? null : Number(draft.retentionDays);
  const online = toUpdateOnlineEvaluation(draft, saved);
  return {
    ...(name === saved.name ? {} : { name }),
    ...(days === saved.retention_days ? {} : { retention_days: days }),
    ...(Object.keys(online).length === 0 ? {} : { online_evaluation: online }),
  };
}

function toUpdateOnlineEvaluation({ isEvaluating, samplePercent }: WorkspaceDraft, saved: Saved) {
  const isSameShare = !isEvaluating || samplePercent === toDraft(saved).samplePercent;
  // What is no number becomes null in JSON, which is refused; nothing would become 0, which is not.
  const share = samplePercent.trim() === '' ? Number.NaN : Number(samplePercent) / 100;
  return {
    ...(isEvaluating === saved.online_evaluation.enabled ? {} : { enabled: isEvaluating }),
    ...(isSameShare ? {} : { sample_rate: share }),
  };
}

/** Whether conversations that are kept now would be removed after the change. */
export function isRetentionShorter(draft: WorkspaceDraft, saved: Saved): boolean {
  const { retention_days: after } = toUpdateWorkspace(draft, saved);
  return typeof after === 'number' && after < (saved.retention_days ?? Number.POSITIVE_INFINITY);
}
