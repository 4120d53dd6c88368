import type { CalibratedScale } from '../../../api/types';
import { formatCount, formatDecimal, formatPoints, formatShare } from '../../../text/numbers';
import type { Column } from '../../../ui/columns';
import { Table } from '../../../ui/table';
import styles from './calibration.module.css';
import { ReliabilityDiagram } from './reliability-diagram';

type Bin = CalibratedScale['reliability'][number];

interface ScaleSectionProps {
  title: string;
  /** What is observed, e.g. "Confirmed". */
  outcome: string;
  scale: CalibratedScale;
}

/** How far raw and calibrated values are from what reviewers found, in groups of equal size. */
export function ScaleSection({ title, outcome, scale }: ScaleSectionProps) {
  const { calibration_error: error, brier, reliability } = scale;
  const columns: Column<Bin>[] = [
    { id: 'raw', header: 'Raw', isRowHeader: true, cell: ({ raw }) => formatShare(raw) },
    { id: 'calibrated', header: 'Calibrated', align: 'end', cell: ({ calibrated: it }) => formatShare(it) },
    { id: 'observed', header: outcome, align: 'end', cell: ({ observed }) => formatShare(observed) },
    { id: 'n', header: 'Count', align: 'end', cell: ({ n }) => formatCount(n) },
  ];
  return (
    <section className={styles.section} aria-label={title}>
      <h3>{title}</h3>
      <p>
        Calibration error {formatPoints(error.raw)} before and {formatPoints(error.calibrated)} after. Brier
        score {formatDecimal(brier.raw, 3)} before and {formatDecimal(brier.calibrated, 3)} after.
      </p>
      <p className={styles.note}>
        Cross-fitted: each tenth of the conversations is measured by a fit to the others. The groups share
        reviews with the fits, so the error after is too small; the Brier score is not.
      </p>
      <div className={styles.scale}>
        <ReliabilityDiagram title={title} outcome={outcome} bins={reliability} />
        <Table
          label={`${title}: predicted and observed`}
          columns={columns}
          rows={reliability}
          rowKey={(bin) => String(reliability.indexOf(bin))}
        />
      </div>
    </section>
  );
}
