import { readFieldFaults } from '../../../api/field-faults';
import type { IssueConfigDraft, LabelDraft } from './issue-config-draft';

type LabelField = Exclude<keyof LabelDraft, 'row'>;

export interface IssueConfigFaults {
  ofLabel: (row: number, field: LabelField) => string | null;
  ofContext: string | null;
  /** What stands at no field; null when nothing is left. */
  rest: Error | null;
}

/**
 * What the API finds wrong with a draft as it was sent. It counts labels as they stood then; here they go by
 * their rows, whichever of them are there by now.
 */
export function readConfigFaults(
  error: Error | null,
  { labels }: Pick<IssueConfigDraft, 'labels'>,
): IssueConfigFaults {
  const places = labels.flatMap((_, index) => [placeOf(index, 'name'), placeOf(index, 'description')]);
  const faults = readFieldFaults(error, [...places, 'domain_context']);
  return {
    ofLabel: (row, field) =>
      faults.at(
        placeOf(
          labels.findIndex((label) => label.row === row),
          field,
        ),
      ),
    ofContext: faults.at('domain_context'),
    rest: faults.rest,
  };
}

function placeOf(index: number, field: LabelField): string {
  return `labels.${index}.${field}`;
}
