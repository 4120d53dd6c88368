import { z } from 'zod';
import { type IssueKind, type IssueLabel, issueKinds, mapKindsToLabels } from '../../../packages/detector';

const codes = ['kinds_not_covered', 'no_kind_covered'] as const;

/** What a caller of the embedded evaluator may not expect of a set of labels. */
export interface IssueConfigWarning {
  code: (typeof codes)[number];
  /** The kinds that no label covers. */
  kinds: IssueKind[];
  message: string;
}

export const issueConfigWarningSchema = z
  .object({
    code: z
      .enum(codes)
      .meta({ id: 'IssueConfigWarningCode' })
      .describe(
        '`kinds_not_covered`: the embedded evaluator does not look for `kinds`. `no_kind_covered`: it judges no reply',
      ),
    kinds: z
      .array(z.enum(issueKinds).meta({ id: 'EmbeddedIssueKind' }))
      .describe('The kinds that no label covers'),
    message: z.string(),
  })
  .meta({ id: 'IssueConfigWarning' });

/** Warns of the kinds that no label covers; judges are not limited to kinds. */
export function listWarnings(labels: readonly IssueLabel[]): IssueConfigWarning[] {
  const labelOf = mapKindsToLabels(labels);
  const kinds = issueKinds.filter((kind) => !labelOf.has(kind));
  if (kinds.length === 0) return [];
  if (kinds.length < issueKinds.length) {
    const message =
      `No label covers ${kinds.join(', ')}: the embedded evaluator does not look for such issues. ` +
      'Add the kinds to `covers` of the labels that they are to get.';
    return [{ code: 'kinds_not_covered', kinds, message }];
  }
  const message =
    'No label covers a kind of issue that the embedded evaluator finds: its verdict is `not_judgeable` for every ' +
    'reply. Add kinds to `covers` of the labels that they are to get.';
  return [{ code: 'no_kind_covered', kinds, message }];
}
