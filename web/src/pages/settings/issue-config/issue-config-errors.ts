import { getFieldErrors } from '../../../api/field-errors';
import type { IssueConfigDraft, LabelDraft } from './issue-config-draft';

type LabelField = Exclude<keyof LabelDraft, 'row' | 'covers'>;

export interface IssueConfigErrors {
  formatLabelScope: (row: number, field: LabelField) => string | null;
  ofContext: string | null;
  /** The errors of no field; null without any. */
  rest: Error | null;
}

/**
 * Assigns API errors to the fields of the submitted draft. The API counts labels by index; here they are
 * identified by row, because labels may have been added or removed since.
 */
export function getConfigErrors(
  error: Error | null,
  { labels }: Pick<IssueConfigDraft, 'labels'>,
): IssueConfigErrors {
  const paths = labels.flatMap((_, index) => [toPath(index, 'name'), toPath(index, 'description')]);
  const errors = getFieldErrors(error, [...paths, 'domain_context']);
  return {
    formatLabelScope: (row, field) =>
      errors.at(
        toPath(
          labels.findIndex((label) => label.row === row),
          field,
        ),
      ),
    ofContext: errors.at('domain_context'),
    rest: errors.rest,
  };
}

function toPath(index: number, field: LabelField): string {
  return `labels.${index}.${field}`;
}
