import type { IssueKind } from '../../../api/types';
import { humanize } from '../../../text/wording';
import { Notice } from '../../../ui/notice';
import { issueKinds } from './issue-kinds';

/** Says what the embedded evaluator does not look for with these labels; nothing if every kind has a label. */
export function UncoveredNotice({ kinds }: { kinds: readonly IssueKind[] }) {
  if (kinds.length === 0) return null;
  return (
    <Notice tone="warn">
      {kinds.length === issueKinds.length ? (
        <p>
          No kind of issue has a label. The embedded evaluator judges no reply: its verdict is “not
          judgeable”.
        </p>
      ) : (
        <p>
          The embedded evaluator does not look for issues without a label: {kinds.map(humanize).join(', ')}.
          Judges look for every label.
        </p>
      )}
    </Notice>
  );
}
