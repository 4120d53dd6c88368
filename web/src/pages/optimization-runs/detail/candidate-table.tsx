import type { Candidate, OptimizationRun } from '../../../api/types';
import { metricDescriptions } from '../../../text/metrics';
import { humanize } from '../../../text/wording';
import type { Column } from '../../../ui/columns';
import { metricColumn } from '../../../ui/metric-column';
import { Table } from '../../../ui/table';
import { describeTest } from '../shared/run-state';
import {
  ConstraintsCell,
  LinksCell,
  NameCell,
  ObjectiveCell,
  OutcomeCell,
  SignificanceCell,
} from './candidate-cells';
import type { CandidateRow } from './candidate-rows';
import styles from './optimization-run.module.css';

interface CandidateTableProps {
  run: OptimizationRun;
  rows: readonly CandidateRow[];
  /** The candidate whose prompt is shown below. */
  shown: Candidate | null;
  onShow: (candidateId: string) => void;
}

/** The baseline and the candidates, with the metrics that decide. */
export function CandidateTable({ run, rows, shown, onShow }: CandidateTableProps) {
  const { metric, label } = run.objective;
  const columns: Column<CandidateRow>[] = [
    {
      id: 'name',
      header: 'Candidate',
      isRowHeader: true,
      cell: (row) => <NameCell row={row} isShown={row.id === shown?.id} onShow={onShow} />,
    },
    { id: 'verdict', header: 'Verdict', cell: (row) => <OutcomeCell row={row} /> },
    {
      id: 'objective',
      header: (
        <>
          {metricDescriptions[metric].label}
          {label !== null && `, ${humanize(label)}`}
        </>
      ),
      align: 'end',
      cell: (row) => <ObjectiveCell row={row} />,
    },
    {
      id: 'interval',
      header: 'Difference, 95% CI',
      align: 'end',
      cell: ({ candidate }) => <SignificanceCell candidate={candidate} metric={metric} />,
    },
    { id: 'constraints', header: 'Constraints', cell: (row) => <ConstraintsCell row={row} /> },
    ...metricColumns.filter(({ id }) => id !== metric || label !== null),
    { id: 'links', header: 'Links', cell: (row) => <LinksCell run={run} row={row} /> },
  ];
  return (
    <>
      <Table
        label="Candidates"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        isSelected={({ id }) => id === shown?.id}
      />
      <p className={styles.fact}>
        Differences: candidate minus baseline, over pairs of replies to one conversation. p:{' '}
        {describeTest(metric)}, not corrected for the number of candidates: a verdict guides the search, the
        decision is made on its own.
      </p>
    </>
  );
}

/** Further metrics, unless they are the objective. */
const metricColumns = (['issue_rate', 'cost_per_1k'] as const).map((id) =>
  metricColumn(id, ({ metrics }: CandidateRow) => metrics),
);
