import { getFieldErrors } from '../../../api/field-errors';
import type { IssueConfigDraft, LabelDraft } from './issue-config-draft';

type LabelField = Exclude<keyof LabelDraft, 'row'>;

export interface IssueConfigErrors {
  formatLabelScope: (row: number, field: LabelField) => string | null;
  ofContext: string | null;
  /** What stands at no field; null when nothing is left. */
  rest: Error | null;
}

/**
 * What the API finds wrong with a draft as it was sent. It counts labels as they stood then; here they go by
 * their rows, whichever of them are there by now.
 */
export function getConfigErrors(
  error: Error | null,
  { labels }: Pick<IssueConfigDraft, 'labels'>,
): IssueConfigErrors {
  const places = labels.flatMap((_, index) => [toPlace(index, 'name'), toPlace(index, 'description')]);
  const errors = getFieldErrors(error, [...places, 'domain_context']);
  return {
    formatLabelScope: (row, field) =>
      errors.at(
        toPlace(
          labels.findIndex((label) => label.row === row),
          field,
        ),
      ),
    ofContext: errors.at('domain_context'),
    rest: errors.rest,
  };
}

function toPlace(index: number, field: LabelField): string {
  return `labels.${index}.${field}`;
}
