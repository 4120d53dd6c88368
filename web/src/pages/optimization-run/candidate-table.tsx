import { Link } from 'react-router';
import type { Candidate, OptimizationRun } from '../../api/types';
import { useWorkspace } from '../../app/workspace';
import { formatDollars, formatShare, NONE } from '../../text/numbers';
import { sayPlainly } from '../../text/wording';
import { Badge } from '../../ui/badge';
import type { Column } from '../../ui/columns';
import { Status } from '../../ui/status';
import { Table } from '../../ui/table';
import { sayPValue } from '../comparison/changes';
import { runMetrics } from '../optimization-runs/run-state';
import { type CandidateRow, formatInterval } from './candidate-rows';
import styles from './optimization-run.module.css';

interface CandidateTableProps {
  run: OptimizationRun;
  rows: readonly CandidateRow[];
  /** The one whose prompt is shown below. */
  shown: Candidate | null;
  onShow: (candidateId: string) => void;
}

/** The candidates under the baseline, with what decides between them. */
export function CandidateTable({ run, rows, shown, onShow }: CandidateTableProps) {
  const { metric, label } = run.objective;
  const columns: Column<CandidateRow>[] = [
    {
      id: 'name',
      header: 'Candidate',
      isRowHeader: true,
      cell: (row) => <Name row={row} isShown={row.id === shown?.id} onShow={onShow} />,
    },
    { id: 'verdict', header: 'Verdict', cell: (row) => <Outcome row={row} /> },
    {
      id: 'objective',
      header: `${runMetrics[metric]}${label === null ? '' : `, ${sayPlainly(label)}`}`,
      align: 'end',
      cell: (row) => <Objective row={row} />,
    },
    {
      id: 'interval',
      header: 'Issues per reply, 95 %',
      align: 'end',
      cell: ({ candidate }) => <Significance candidate={candidate} />,
    },
    { id: 'constraints', header: 'Constraints', cell: (row) => <Constraints row={row} /> },
    {
      id: 'rate',
      header: 'Issue rate',
      align: 'end',
      cell: ({ metrics }) => formatShare(metrics?.issue_rate),
    },
    {
      id: 'cost',
      header: 'Cost of 1,000',
      align: 'end',
      cell: ({ metrics }) => formatDollars(metrics?.cost_per_1k),
    },
    { id: 'links', header: 'Look at', cell: (row) => <Links run={run} row={row} /> },
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
        Issues per reply: the candidate's minus the baseline's, by a paired bootstrap; p: exact McNemar test
        of the replies with an issue.
      </p>
    </>
  );
}

interface NameProps {
  row: CandidateRow;
  isShown: boolean;
  onShow: (candidateId: string) => void;
}

function Name({ row: { id, candidate, name, isWinner }, isShown, onShow }: NameProps) {
  if (candidate === null) return <strong>{name}</strong>;
  return (
    <div className={styles.name}>
      <button type="button" className={styles.show} aria-pressed={isShown} onClick={() => onShow(id)}>
        {name}
      </button>
      {isWinner && <Badge tone="good">winner</Badge>}
      {candidate.model !== null && <p className={styles.fact}>{candidate.model}</p>}
    </div>
  );
}

function Outcome({ row: { candidate } }: { row: CandidateRow }) {
  if (candidate === null) return NONE;
  if (candidate.assessment === null) {
    return (
      <span title={candidate.error?.message}>
        <Status status={candidate.status} />
      </span>
    );
  }
  const { verdict } = candidate.assessment;
  return <Badge tone={verdict === 'better' ? 'good' : 'neutral'}>{sayPlainly(verdict)}</Badge>;
}

function Objective({ row: { objective, difference, isBetter } }: { row: CandidateRow }) {
  return (
    <>
      <strong>{objective}</strong>
      {difference !== null && (
        <p className={styles.difference} {...(isBetter === null ? {} : { 'data-better': isBetter })}>
          {difference}
        </p>
      )}
    </>
  );
}

/** The interval of issues per reply against the baseline, and the p-value of the replies with an issue. */
function Significance({ candidate }: { candidate: Candidate | null }) {
  const measured = candidate?.assessment?.objective;
  if (measured === undefined) return NONE;
  return (
    <>
      {formatInterval(measured)}
      {measured.p_value !== null && <p className={styles.fact}>{sayPValue(measured.p_value)}</p>}
    </>
  );
}

function Constraints({ row: { constraints } }: { row: CandidateRow }) {
  if (constraints.length === 0) return NONE;
  return (
    <ul className={styles.constraints}>
      {constraints.map(({ text, value, isMet }) => (
        <li key={text} title={text}>
          <Badge tone={isMet ? 'good' : 'danger'}>{isMet ? 'met' : 'violated'}</Badge> {value}
        </li>
      ))}
    </ul>
  );
}

function Links({ run, row: { candidate, experimentId } }: { run: OptimizationRun; row: CandidateRow }) {
  const { href } = useWorkspace();
  if (experimentId === null) return NONE;
  const baselineId = run.baseline_experiment_id;
  return (
    <span className={styles.links}>
      <Link to={href(`experiments/${experimentId}`)}>experiment</Link>
      {candidate !== null && baselineId !== null && (
        <Link to={href(`experiments/${baselineId}/compare/${experimentId}`)}>comparison</Link>
      )}
    </span>
  );
}
