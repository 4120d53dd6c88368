import type { Metrics } from '../api/types';
import { type MetricId, metricDescriptions } from '../text/metrics';
import { formatCoverage } from '../text/numbers';
import type { Column } from './columns';
import styles from './metric-column.module.css';

/** A metric of each row's subject. An issue rate has its coverage next to it, unless all replies were judged. */
export function metricColumn<Row>(id: MetricId, metricsOf: (row: Row) => Metrics | null): Column<Row> {
  const { label, format } = metricDescriptions[id];
  const cell = (row: Row) => {
    const metrics = metricsOf(row);
    const coverage = id === 'issue_rate' && metrics !== null ? coverageOf(metrics) : null;
    if (coverage === null) return format(metrics?.[id]);
    return (
      <>
        {format(metrics?.[id])} <span className={styles.coverage}>{coverage}</span>
      </>
    );
  };
  return { id, header: label, align: 'end', cell };
}

function coverageOf(metrics: Metrics): string | null {
  return formatCoverage(metrics.evaluated_count, metrics.no_verdict_count + metrics.not_judgeable_count);
}
