/** The kinds of issues that the embedded evaluator finds; each is the name of a default label. */
export const issueKinds = [
  'fabrication',
  'context_misattribution',
  'reasoning_error',
  'incorrect_refusal',
  'tool_argument_fabrication',
] as const;
export type IssueKind = (typeof issueKinds)[number];

/** Replies that do not match the `output_schema` of their experiment: no evaluator looks for them. */
export const SCHEMA_MISMATCH = 'schema_mismatch';
/** What labels can cover. */
export const labelKinds = [...issueKinds, SCHEMA_MISMATCH] as const;
export type LabelKind = (typeof labelKinds)[number];

/** What an annotation may be called. Judges are prompted with labels; the embedded evaluator finds kinds. */
export interface IssueLabel {
  name: string;
  description: string;
  /** The kinds of issues that get this label. Absent: the kind of the same name, if there is one. */
  covers?: LabelKind[] | undefined;
}

/** The kinds that a label covers, each once; by default the kind of its name. */
export function kindsOf({ name, covers }: IssueLabel): LabelKind[] {
  return labelKinds.filter((kind) => (covers === undefined ? kind === name : covers.includes(kind)));
}

/** The name of the label that covers a kind; kinds without a label are absent. */
export function mapKindsToLabels(labels: readonly IssueLabel[]): ReadonlyMap<LabelKind, string> {
  return new Map(labels.flatMap((label) => kindsOf(label).map((kind) => [kind, label.name] as const)));
}
