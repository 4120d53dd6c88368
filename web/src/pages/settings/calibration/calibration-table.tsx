import type { Calibration } from '../../../api/types';
import { formatCount, formatPoints } from '../../../text/numbers';
import { Button } from '../../../ui/button';
import type { Column } from '../../../ui/columns';
import { actionsColumn, createdColumn } from '../../../ui/row-columns';
import { Table } from '../../../ui/table';
import { CalibrationStatus } from './calibration-status';

interface CalibrationTableProps {
  calibrations: readonly Calibration[];
  shown: Calibration;
  onShow: (calibration: Calibration) => void;
}

/** Versions with their state. A button shows one in full. */
export function CalibrationTable({ calibrations, shown, onShow }: CalibrationTableProps) {
  const columns: Column<Calibration>[] = [
    { id: 'version', header: 'Version', isRowHeader: true, cell: ({ version }) => version },
    { id: 'status', header: 'State', cell: (calibration) => <CalibrationStatus calibration={calibration} /> },
    { id: 'reviewed', header: 'Reviewed', align: 'end', cell: (it) => formatCount(it.reviewed_count) },
    {
      id: 'raw',
      header: 'Error before',
      align: 'end',
      cell: ({ score }) => formatPoints(score.calibration_error.raw),
    },
    {
      id: 'calibrated',
      header: 'Error after',
      align: 'end',
      cell: ({ score }) => formatPoints(score.calibration_error.calibrated),
    },
    createdColumn(({ created_at: at }) => at),
    actionsColumn((calibration) => (
      <Button
        variant="quiet"
        isDisabled={calibration.id === shown.id}
        aria-label={`Show version ${calibration.version}`}
        onPress={() => onShow(calibration)}
      >
        Show
      </Button>
    )),
  ];
  return (
    <Table
      label="Calibrations"
      columns={columns}
      rows={calibrations}
      rowKey={({ id }) => id}
      isSelected={({ id }) => id === shown.id}
    />
  );
}
