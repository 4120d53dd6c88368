import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { GetResponse } from '../../api/types';
import type { Column } from '../../ui/columns';
import { ErrorNotice } from '../../ui/error-notice';
import { Loading } from '../../ui/loading';
import { Table } from '../../ui/table';
import { useWorkspace } from '../../workspace/workspace';
import styles from './overview.module.css';
import { filterFieldsQuery } from './overview-queries';

type Field = GetResponse<'/v1/filters/fields'>['fields'][number];

const columns: Column<Field>[] = [
  { id: 'name', header: 'Field', isRowHeader: true, cell: ({ name }) => <code>{name}</code> },
  {
    id: 'comparators',
    header: 'Operators',
    cell: ({ comparators }) => <code>{comparators.join(' ')}</code>,
  },
  { id: 'example', header: 'Example', cell: ({ example }) => <code>{example}</code> },
  {
    id: 'description',
    header: 'Description',
    cell: ({ description, values }) =>
      values === null ? description : `${description} ${values.join(', ')}.`,
  },
];

/** The filter syntax; fields are loaded when it is opened. */
export function FilterFields() {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.fields} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Filter syntax</summary>
      <p>
        Combine comparisons with <code>AND</code>, <code>OR</code> and <code>NOT</code>, in upper case.{' '}
        <code>OR</code> binds more tightly than <code>AND</code>.
      </p>
      {isOpen && <FieldTable />}
    </details>
  );
}

function FieldTable() {
  const { data, error, refetch } = useQuery(filterFieldsQuery(useWorkspace()));
  if (error !== null) return <ErrorNotice error={error} onRetry={refetch} />;
  if (data === undefined) return <Loading label="Loading fields" />;
  return <Table label="Filter fields" columns={columns} rows={data} rowKey={({ name }) => name} />;
}
