import { Link } from 'react-router';
import type { Finding, ListedFinding } from '../../api/types';
import { equalFindingsFilter } from '../../text/filters';
import { findingPath } from '../../text/finding-links';
import { formatConfidence, formatCount, NO_VALUE } from '../../text/numbers';
import { Badge, type Tone } from '../../ui/badge';
import type { Column } from '../../ui/columns';
import { LabelBadge } from '../../ui/label-badge';
import { ModelNames } from '../../ui/model-names';
import { ParameterName } from '../../ui/parameter-name';
import { createdColumn } from '../../ui/row-columns';
import { Table } from '../../ui/table';
import { useEvaluators } from '../../workspace/evaluators';
import { useListState } from '../../workspace/use-list';
import { useWorkspace } from '../../workspace/workspace';
import styles from './findings.module.css';

const reviews: Record<NonNullable<Finding['review']>, { text: string; tone: Tone }> = {
  confirmed: { text: 'Confirmed', tone: 'good' },
  rejected: { text: 'Rejected', tone: 'danger' },
  disputed: { text: 'Disputed', tone: 'warn' },
};

/** A page of findings. A link opens the conversation, or the item of the experiment, at the span. */
export function FindingTable({ findings, filter }: { findings: readonly ListedFinding[]; filter: string }) {
  const evaluators = useEvaluators().data?.items ?? [];
  const nameOf = (id: string | null) => evaluators.find((evaluator) => evaluator.id === id)?.name ?? NO_VALUE;
  const columns: Column<ListedFinding>[] = [
    {
      id: 'text',
      header: 'Text',
      isRowHeader: true,
      cell: (finding) => <FindingText finding={finding} filter={filter} />,
    },
    {
      id: 'label',
      header: 'Label',
      cell: ({ label }) => (
        <div className={styles.label}>
          <LabelBadge label={label} />
        </div>
      ),
    },
    { id: 'tool', header: 'Tool', cell: (finding) => <Tool finding={finding} /> },
    { id: 'confidence', header: 'Confidence', align: 'end', cell: (it) => formatConfidence(it.confidence) },
    { id: 'review', header: 'Review', cell: ({ review }) => <Review review={review} /> },
    {
      id: 'evaluator',
      header: 'Evaluator',
      cell: ({ evaluator_id: id }) => (id === null ? 'Marked by a person' : nameOf(id)),
    },
    {
      id: 'model',
      header: 'Model',
      cell: ({ model }) => <ModelNames names={model === null ? [] : [model]} />,
    },
    createdColumn(({ created_at: at }) => at),
  ];
  return (
    <Table
      label="Findings"
      columns={columns}
      rows={findings}
      rowKey={({ id, evaluator_id: evaluatorId }) => `${id}/${evaluatorId}`}
    />
  );
}

/** The text, which links to its place, and how often it is in the conversation. */
function FindingText({ finding, filter }: { finding: ListedFinding; filter: string }) {
  const { href } = useWorkspace();
  return (
    <>
      <Link
        className={styles.text}
        to={href(findingPath(finding))}
        state={useListState('Findings')}
        dir="auto"
      >
        {finding.text || 'Empty text'}
      </Link>
      {finding.equal_count > 1 && (
        <Link
          className={styles.equal}
          to={`?${new URLSearchParams({ filter: equalFindingsFilter(finding, filter) })}`}
        >
          and {formatCount(finding.equal_count - 1)} more in one conversation
        </Link>
      )}
      {finding.explanation !== '' && (
        <span className={styles.explanation} dir="auto">
          {finding.explanation}
        </span>
      )}
    </>
  );
}

function Tool({ finding: { tool_name: tool, parameter_name: parameter } }: { finding: Finding }) {
  if (tool === null) return NO_VALUE;
  return (
    <div className={styles.tool}>
      {tool}
      {parameter !== null && (
        <span className={styles.explanation}>
          <ParameterName path={parameter} />
        </span>
      )}
    </div>
  );
}

function Review({ review }: Pick<Finding, 'review'>) {
  if (review === null) return <span title="Not reviewed">{NO_VALUE}</span>;
  const { text, tone } = reviews[review];
  return <Badge tone={tone}>{text}</Badge>;
}
