import type { CalibratedScale } from '../../../api/types';
import styles from './calibration.module.css';

interface ReliabilityDiagramProps {
  title: string;
  /** What is observed. */
  outcome: string;
  bins: CalibratedScale['reliability'];
}

const SIZE = 240;
const MARGIN = { left: 56, bottom: 36, top: 8, right: 20 };
const TICKS = [0, 0.5, 1];

const toX = (share: number) => MARGIN.left + share * SIZE;
const toY = (share: number) => MARGIN.top + (1 - share) * SIZE;

/** Observed against predicted shares: on the diagonal, a value is the probability that it says. */
export function ReliabilityDiagram({ title, outcome, bins }: ReliabilityDiagramProps) {
  const width = MARGIN.left + SIZE + MARGIN.right;
  const height = MARGIN.top + SIZE + MARGIN.bottom;
  return (
    <figure className={styles.diagram}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`${title}: observed against predicted. The table has the same numbers.`}
      >
        {TICKS.map((tick) => (
          <g key={tick} className={styles.grid}>
            <line x1={toX(0)} x2={toX(1)} y1={toY(tick)} y2={toY(tick)} />
            <line x1={toX(tick)} x2={toX(tick)} y1={toY(0)} y2={toY(1)} />
            <text x={toX(0) - 6} y={toY(tick) + 4} textAnchor="end">
              {100 * tick}%
            </text>
            <text x={toX(tick)} y={toY(0) + 16} textAnchor="middle">
              {100 * tick}%
            </text>
          </g>
        ))}
        <line className={styles.diagonal} x1={toX(0)} y1={toY(0)} x2={toX(1)} y2={toY(1)} />
        {bins.map(({ raw, observed }, index) => (
          <circle
            key={`raw ${String(index)}`}
            className={styles.raw}
            cx={toX(raw)}
            cy={toY(observed)}
            r="5"
          />
        ))}
        {bins.map(({ calibrated, observed }, index) => (
          <circle
            key={`calibrated ${String(index)}`}
            className={styles.calibrated}
            cx={toX(calibrated)}
            cy={toY(observed)}
            r="4"
          />
        ))}
        <text x={toX(0.5)} y={toY(0) + 32} textAnchor="middle">
          Predicted
        </text>
        <text transform={`translate(12 ${toY(0.5)}) rotate(-90)`} textAnchor="middle">
          {outcome}
        </text>
      </svg>
      <figcaption className={styles.legend}>
        <span data-kind="raw">Raw</span>
        <span data-kind="calibrated">Calibrated</span>
      </figcaption>
    </figure>
  );
}
