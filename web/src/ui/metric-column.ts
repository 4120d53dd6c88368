import type { Metrics } from '../api/types';
import { type MetricId, metricDescriptions } from '../text/metrics';
import type { Column } from './columns';

/** A metric of each row's subject. */
export function metricColumn<Row>(id: MetricId, metricsOf: (row: Row) => Metrics | null): Column<Row> {
  const { label, format } = metricDescriptions[id];
  return { id, header: label, align: 'end', cell: (row) => format(metricsOf(row)?.[id]) };
}
