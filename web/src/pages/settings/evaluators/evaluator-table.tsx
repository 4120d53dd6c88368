import type { Evaluator } from '../../../api/types';
import { formatDuration, formatTokens, NO_VALUE } from '../../../text/numbers';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import type { Column } from '../../../ui/columns';
import { ErrorNotice } from '../../../ui/error-notice';
import { Table } from '../../../ui/table';
import { Term } from '../../../ui/term';
import { Time } from '../../../ui/time';
import { useWorkspace } from '../../../workspace/workspace';
import styles from '../shared/settings.module.css';
import { useChangeEvaluator } from './evaluator-queries';

interface EvaluatorTableProps {
  evaluators: readonly Evaluator[];
  onChange: (evaluator: Evaluator) => void;
}

const kindNames: Record<Evaluator['kind'], string> = { grounding: 'Embedded', llm_judge: 'LLM judge' };

const factColumns: Column<Evaluator>[] = [
  {
    id: 'name',
    header: 'Name',
    isRowHeader: true,
    cell: ({ name, is_default: isDefault }) => (
      <>
        {name} {isDefault && <Badge tone="accent">Default</Badge>}
      </>
    ),
  },
  { id: 'kind', header: <Term id="evaluator">Kind</Term>, cell: ({ kind }) => kindNames[kind] },
  { id: 'model', header: 'Model', cell: ({ config }) => config.model ?? NO_VALUE },
  {
    id: 'timeout',
    header: 'Timeout',
    align: 'end',
    cell: ({ config }) => formatDuration(config.timeout_ms),
  },
  {
    id: 'context',
    header: 'Context window',
    align: 'end',
    cell: ({ config }) => formatTokens(config.context_tokens),
  },
  {
    id: 'verify',
    header: 'Verifies findings',
    cell: ({ config }) => (config.verify === null ? NO_VALUE : config.verify ? 'Yes' : 'No'),
  },
  { id: 'version', header: 'Version', align: 'end', cell: ({ version }) => version },
  {
    id: 'created',
    header: 'Created',
    cell: ({ created_at: at }) => <Time at={at} />,
  },
];

/** The evaluators with their latest version. */
export function EvaluatorTable({ evaluators, onChange }: EvaluatorTableProps) {
  const { canWrite } = useWorkspace();
  const actions: Column<Evaluator> = {
    id: 'actions',
    header: 'Actions',
    align: 'end',
    cell: (evaluator) => (
      <div className={styles.rowActions}>
        {!evaluator.is_default && <MakeDefaultButton evaluator={evaluator} />}
        <Button variant="quiet" aria-label={`Edit ${evaluator.name}`} onPress={() => onChange(evaluator)}>
          Edit
        </Button>
      </div>
    ),
  };
  return (
    <Table
      label="Evaluators"
      columns={canWrite ? [...factColumns, actions] : factColumns}
      rows={evaluators}
      rowKey={({ id }) => id}
    />
  );
}

/** Makes an evaluator the default. */
function MakeDefaultButton({ evaluator: { id, name } }: { evaluator: Evaluator }) {
  const change = useChangeEvaluator(id);
  return (
    <>
      <Button
        variant="quiet"
        aria-label={`Make default: ${name}`}
        isDisabled={change.isPending}
        onPress={() => change.mutate({ is_default: true })}
      >
        Make default
      </Button>
      {change.error !== null && <ErrorNotice error={change.error} />}
    </>
  );
}
