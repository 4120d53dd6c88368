import type { IssueConfig, SaveIssueConfig } from '../../../api/types';

export interface LabelDraft {
  /** Tells rows apart while their names change. */
  row: number;
  name: string;
  description: string;
}

export interface IssueConfigDraft {
  labels: readonly LabelDraft[];
  domainContext: string;
  /** Of the next label that is added; never that of one which was removed. */
  nextRow: number;
}

/** What is being typed, and the version that it began with. */
export interface IssueConfigEdit {
  base: IssueConfig;
  draft: IssueConfigDraft;
}

type Saved = Pick<IssueConfig, 'labels' | 'domain_context'>;

/** The form as it is before anything is typed. */
export function toDraft({ labels, domain_context: context }: Saved): IssueConfigDraft {
  return {
    labels: labels.map((label, row) => ({ ...label, row })),
    domainContext: context ?? '',
    nextRow: labels.length,
  };
}

/** The draft with an empty label at its end. */
export function addLabel(draft: IssueConfigDraft): IssueConfigDraft {
  const { labels, nextRow } = draft;
  const added = { row: nextRow, name: '', description: '' };
  return { ...draft, labels: [...labels, added], nextRow: nextRow + 1 };
}

/** What a draft says; an empty context is none. */
export function toContent({ labels, domainContext }: IssueConfigDraft): Saved {
  return {
    labels: labels.map(({ name, description }) => ({ name: name.trim(), description })),
    domain_context: domainContext.trim() === '' ? null : domainContext,
  };
}

/** The body of the request: it is refused when it would replace a version that was not seen. */
export function toSaveIssueConfig({ base, draft }: IssueConfigEdit): SaveIssueConfig {
  return { ...toContent(draft), version: base.version };
}

/**
 * What the form shows of an edit, or of none yet, when `saved` is the newest version known: that version, unless
 * something was typed that it does not say.
 */
export function openEdit(edit: IssueConfigEdit | null, saved: IssueConfig): IssueConfigEdit {
  const isKept =
    edit !== null &&
    (saved.version <= edit.base.version ||
      (isChanged(edit.draft, edit.base) && isChanged(edit.draft, saved)));
  return isKept ? edit : { base: saved, draft: toDraft(saved) };
}

/** Whether saving would change anything. */
export function isChanged(draft: IssueConfigDraft, saved: Saved): boolean {
  const { labels, domain_context } = saved;
  const before = toContent(toDraft({ labels, domain_context }));
  return JSON.stringify(toContent(draft)) !== JSON.stringify(before);
}
