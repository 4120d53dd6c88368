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
}

type Saved = Pick<IssueConfig, 'labels' | 'domain_context'>;

/** The form as it is before anything is typed. */
export function draftOf({ labels, domain_context: context }: Saved): IssueConfigDraft {
  return { labels: labels.map((label, row) => ({ ...label, row })), domainContext: context ?? '' };
}

/** The draft with an empty label at its end. */
export function withNewLabel(draft: IssueConfigDraft): IssueConfigDraft {
  const row = Math.max(-1, ...draft.labels.map((label) => label.row)) + 1;
  return { ...draft, labels: [...draft.labels, { row, name: '', description: '' }] };
}

/** The body of the request; an empty context is none. */
export function toSaveIssueConfig({ labels, domainContext }: IssueConfigDraft): SaveIssueConfig {
  return {
    labels: labels.map(({ name, description }) => ({ name: name.trim(), description })),
    domain_context: domainContext.trim() === '' ? null : domainContext,
  };
}

/** Whether saving would change anything. */
export function isChanged(draft: IssueConfigDraft, saved: Saved): boolean {
  const { labels, domain_context } = saved;
  const before = toSaveIssueConfig(draftOf({ labels, domain_context }));
  return JSON.stringify(toSaveIssueConfig(draft)) !== JSON.stringify(before);
}
