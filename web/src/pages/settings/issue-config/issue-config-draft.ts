import type { IssueConfig, IssueKind, SaveIssueConfig } from '../../../api/types';

export interface LabelDraft {
  /** Identifies the row while its name changes. */
  row: number;
  name: string;
  description: string;
  /** The kinds of issues of the embedded evaluator that get this label. */
  covers: readonly IssueKind[];
}

export interface IssueConfigDraft {
  labels: readonly LabelDraft[];
  domainContext: string;
  /** The row of the next label; never reused after removal. */
  nextRow: number;
}

/** A draft and the version it is based on. */
export interface IssueConfigEdit {
  base: IssueConfig;
  draft: IssueConfigDraft;
}

type Saved = Pick<IssueConfig, 'labels' | 'domain_context'>;

/** Converts a saved version to a draft. */
export function toDraft({ labels, domain_context: context }: Saved): IssueConfigDraft {
  return {
    labels: labels.map((label, row) => ({ ...label, row })),
    domainContext: context ?? '',
    nextRow: labels.length,
  };
}

/** Returns the draft with an empty label appended. */
export function addLabel(draft: IssueConfigDraft): IssueConfigDraft {
  const { labels, nextRow } = draft;
  const added = { row: nextRow, name: '', description: '', covers: [] };
  return { ...draft, labels: [...labels, added], nextRow: nextRow + 1 };
}

/** Returns the content of a draft; an empty context becomes null. */
export function toContent({ labels, domainContext }: IssueConfigDraft): Saved {
  return {
    labels: labels.map(({ name, description, covers }) => ({
      name: name.trim(),
      description,
      covers: [...covers],
    })),
    domain_context: domainContext.trim() === '' ? null : domainContext,
  };
}

/** Converts an edit to the request body. The API refuses it if the base version is not the latest. */
export function toSaveIssueConfig({ base, draft }: IssueConfigEdit): SaveIssueConfig {
  return { ...toContent(draft), version: base.version };
}

/**
 * Returns the edit to show when `saved` is the newest known version: the current edit if it has unsaved
 * changes, else an edit of `saved`.
 */
export function openEdit(edit: IssueConfigEdit | null, saved: IssueConfig): IssueConfigEdit {
  const isKept =
    edit !== null &&
    (saved.version <= edit.base.version ||
      (isChanged(edit.draft, edit.base) && isChanged(edit.draft, saved)));
  return isKept ? edit : { base: saved, draft: toDraft(saved) };
}

/** Whether a draft differs from the saved version. */
export function isChanged(draft: IssueConfigDraft, saved: Saved): boolean {
  const { labels, domain_context } = saved;
  const before = toContent(toDraft({ labels, domain_context }));
  return JSON.stringify(toContent(draft)) !== JSON.stringify(before);
}
