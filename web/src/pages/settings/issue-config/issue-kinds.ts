import type { IssueKind } from '../../../api/types';
import type { IssueConfigDraft } from './issue-config-draft';

/** The kinds of issues that the embedded evaluator finds. */
export const issueKinds: readonly IssueKind[] = [
  'fabrication',
  'context_misattribution',
  'reasoning_error',
  'incorrect_refusal',
  'tool_argument_fabrication',
];

/** All that a label can cover. */
export const labelKinds: readonly IssueKind[] = [...issueKinds, 'schema_mismatch'];

/** The row of the label that a kind gets; null: it is not reported. */
export function findRow({ labels }: Pick<IssueConfigDraft, 'labels'>, kind: IssueKind): number | null {
  return labels.find(({ covers }) => covers.includes(kind))?.row ?? null;
}

/** Returns the draft with the kind covered by the label of a row alone, or by none. */
export function coverKind(draft: IssueConfigDraft, kind: IssueKind, row: number | null): IssueConfigDraft {
  const labels = draft.labels.map((label) => {
    const covers = labelKinds.filter((it) => (it === kind ? label.row === row : label.covers.includes(it)));
    return { ...label, covers };
  });
  return { ...draft, labels };
}

/** The kinds of the embedded evaluator that no label of the draft covers. */
export function listUncovered(draft: Pick<IssueConfigDraft, 'labels'>): IssueKind[] {
  return issueKinds.filter((kind) => findRow(draft, kind) === null);
}
