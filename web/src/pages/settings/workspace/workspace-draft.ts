import type { UpdateWorkspace, WorkspaceSettings } from '../../../api/types';
import { validateDays } from '../../../text/typed-numbers';

/** The values of the form; numbers as typed. */
export interface WorkspaceDraft {
  name: string;
  isRetentionUnlimited: boolean;
  retentionDays: string;
  isEvaluating: boolean;
  /** The share of replies that are evaluated, in percent. */
  samplePercent: string;
  /** Keys, separated by commas. */
  analyticsTags: string;
}

type Saved = Pick<WorkspaceSettings, 'name' | 'retention_days' | 'online_evaluation' | 'analytics_tags'>;

/** Converts saved settings to a draft. */
export function toDraft({
  name,
  retention_days: days,
  online_evaluation: online,
  analytics_tags: tags,
}: Saved): WorkspaceDraft {
  return {
    name,
    isRetentionUnlimited: days === null,
    retentionDays: days === null ? '90' : String(days),
    isEvaluating: online.enabled,
    // 100 × 0.07 is not an integer in floating point.
    samplePercent: String(Number((100 * online.sample_rate).toPrecision(12))),
    analyticsTags: tags.join(', '),
  };
}

/** Returns the error of the retention days; null if they are valid or not used. */
export function validateRetention({ isRetentionUnlimited, retentionDays }: WorkspaceDraft): string | null {
  return isRetentionUnlimited ? null : validateDays(retentionDays);
}

/** Converts a draft to the request body: only what differs from the saved settings. */
export function toUpdateWorkspace(draft: WorkspaceDraft, saved: Saved): UpdateWorkspace {
  const name = draft.name.trim();
  const days = draft.isRetentionUnlimited ? null : Number(draft.retentionDays);
  const online = toUpdateOnlineEvaluation(draft, saved);
  const tags = toKeys(draft.analyticsTags);
  return {
    ...(name === saved.name ? {} : { name }),
    ...(days === saved.retention_days ? {} : { retention_days: days }),
    ...(Object.keys(online).length === 0 ? {} : { online_evaluation: online }),
    ...(tags.join() === saved.analytics_tags.join() ? {} : { analytics_tags: tags }),
  };
}

function toKeys(text: string): string[] {
  return text
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '');
}

function toUpdateOnlineEvaluation({ isEvaluating, samplePercent }: WorkspaceDraft, saved: Saved) {
  const isSameShare = !isEvaluating || samplePercent === toDraft(saved).samplePercent;
  // NaN becomes null in JSON, which the API refuses; an empty text would become 0, which it accepts.
  const share = samplePercent.trim() === '' ? Number.NaN : Number(samplePercent) / 100;
  return {
    ...(isEvaluating === saved.online_evaluation.enabled ? {} : { enabled: isEvaluating }),
    ...(isSameShare ? {} : { sample_rate: share }),
  };
}

/** Whether saving would delete conversations that are retained now. */
export function isRetentionShorter(draft: WorkspaceDraft, saved: Saved): boolean {
  const { retention_days: after } = toUpdateWorkspace(draft, saved);
  return typeof after === 'number' && after < (saved.retention_days ?? Number.POSITIVE_INFINITY);
}
