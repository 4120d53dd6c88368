/** The kinds of issues that the embedded evaluator finds; each is the name of a default label. */
export const issueKinds = [
  'fabrication',
  'context_misattribution',
  'reasoning_error',
  'incorrect_refusal',
  'tool_argument_fabrication',
] as const;
export type IssueKind = (typeof issueKinds)[number];

/** What an annotation may be called. Judges are prompted with labels; the embedded evaluator finds kinds. */
export interface IssueLabel {
  name: string;
  description: string;
  /** The kinds of issues that get this label. Absent: the kind of the same name, if there is one. */
  covers?: IssueKind[] | undefined;
}

/** The kinds that a label covers, each once; by default the kind of its name. */
export function kindsOf({ name, covers }: IssueLabel): IssueKind[] {
  return issueKinds.filter((kind) => (covers === undefined ? kind === name : covers.includes(kind)));
}

/** The name of the label that covers a kind; kinds without a label are absent. */
export function mapKindsToLabels(labels: readonly IssueLabel[]): ReadonlyMap<IssueKind, string> {
  return new Map(labels.flatMap((label) => kindsOf(label).map((kind) => [kind, label.name] as const)));
}
