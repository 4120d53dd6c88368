import type { GroupMeasures, Measurement } from '../../evaluation/accuracy/measurement';
import type { RateMeasures } from '../../evaluation/accuracy/measures';
import type { PairOrdering } from '../../evaluation/accuracy/pair-ordering';
import type { Estimate } from '../../evaluation/accuracy/source-bootstrap';
import { formatTable } from '../shared/output/format-table';
import { formatNumber } from '../shared/wording';

/** The tables of a measurement, each under its title; tables without labeled data are left out. */
export function describeMeasurement(measurement: Measurement, { isTimed }: { isTimed: boolean }): string {
  const { groups, labels, timing } = measurement;
  const sections: [string, string][] = [['Responses', responseTable(groups)]];
  const marked = groups.filter(({ characters }) => characters !== null);
  if (marked.length > 0) sections.push(['Characters inside errors', characterTable(marked)]);
  const calling = groups.filter(({ arguments: measures }) => measures !== null);
  if (calling.length > 0) sections.push(['Tool arguments', argumentTable(calling)]);
  const paired = groups.filter(({ pairs }) => pairs !== null);
  if (paired.length > 0) sections.push(['Pairs in the right order', pairTable(paired)]);
  if (labels.length > 0) sections.push(['Labels', labelTable(labels)]);
  const text = sections.map(([title, table]) => `${title}\n${table}`);
  if (isTimed) {
    const { median, p95 } = timing;
    text.push(`A response took ${formatNumber(median, 2)} ms (median), ${formatNumber(p95, 2)} ms (p95).`);
  }
  return [...text, describeCoverage(measurement)].join('\n\n');
}

const rates = ['precision', 'recall', 'F1'];

function responseTable(groups: GroupMeasures[]): string {
  const counted = ['judged', 'hallucinated', 'no verdict', 'not judged'];
  return makeTable(
    ['task', ...counted, ...rates, 'AUC', 'false positive rate'],
    groups.map(({ task, counts, responses }) => [
      taskName(task),
      ...[counts.judged, counts.hallucinated, counts.noVerdict, counts.notJudged].map((count) =>
        formatNumber(count),
      ),
      ...rateCells(responses),
      ...[responses.auc, responses.cleanFlagged].map(formatEstimate),
    ]),
  );
}

function characterTable(groups: GroupMeasures[]): string {
  return makeTable(
    ['task', ...rates],
    groups.map(({ task, characters }) => [taskName(task), ...rateCells(characters)]),
  );
}

function argumentTable(groups: GroupMeasures[]): string {
  return makeTable(
    ['task', 'per', ...rates],
    groups.flatMap(({ task, arguments: measures }) => [
      [taskName(task), 'argument', ...rateCells(measures?.perArgument ?? null)],
      [taskName(task), 'message', ...rateCells(measures?.perMessage ?? null)],
    ]),
  );
}

function pairTable(groups: GroupMeasures[]): string {
  const rowOf = (task: string | null, kind: string, ordering: PairOrdering | undefined) => {
    if (ordering === undefined) return [];
    const { pairs, unscored, ties, accuracy, accuracyByLength } = ordering;
    const counts = [pairs, unscored, ties].map((count) => formatNumber(count));
    return [[taskName(task), kind, ...counts, ...[accuracy, accuracyByLength].map(formatEstimate)]];
  };
  return makeTable(
    ['task', 'pairs', 'count', 'no score', 'ties', 'by score', 'by length'],
    groups.flatMap(({ task, pairs }) => [
      ...rowOf(task, 'all', pairs?.all),
      ...rowOf(task, 'of the same length', pairs?.lengthMatched),
    ]),
  );
}

/** One row per label in the data, one column per label of the evaluator. */
function labelTable(labels: Measurement['labels']): string {
  const rows = [...new Set(labels.map(({ gold }) => gold))].sort(lastNull);
  const columns = [...new Set(labels.map(({ predicted }) => predicted))].sort(lastNull);
  const cellsOf = (gold: string | null) => {
    const cells = columns.map((predicted) => {
      const isMeaningless = gold === null && predicted === null;
      const match = labels.find((one) => one.gold === gold && one.predicted === predicted);
      return isMeaningless ? '' : formatNumber(match?.count ?? 0);
    });
    return [gold ?? 'no error', ...cells];
  };
  return makeTable(['in the data', ...columns.map((label) => label ?? 'missed')], rows.map(cellsOf));
}

function describeCoverage({ groups, noVerdictReasons }: Measurement): string {
  const counts = groups[0]?.counts;
  if (counts === undefined) return '';
  const { cases, judged, unscored, evidenceExamined, evidenceTotal } = counts;
  const share = evidenceTotal > 0 ? `${((100 * evidenceExamined) / evidenceTotal).toFixed(1)}%` : 'none';
  const lines = [
    `${formatNumber(judged)} of ${formatNumber(cases)} cases were judged, ${formatNumber(unscored)} of them without a score; ${share} of the evidence was examined.`,
    ...noVerdictReasons.map(({ reason, count }) => `  no verdict, ${reason}: ${formatNumber(count)}`),
    'In brackets: 95% intervals, by a bootstrap over sources.',
  ];
  return lines.join('\n');
}

const makeTable = (head: string[], rows: string[][]) => formatTable(head, rows, ['left']);

function rateCells(measures: RateMeasures | null): string[] {
  return measures === null ? [] : [measures.precision, measures.recall, measures.f1].map(formatEstimate);
}

/** In percent: `79.1 (76.2–82.0)`. */
function formatEstimate({ value, low, high }: Estimate): string {
  if (value === null) return '–';
  const percent = (part: number) => (100 * part).toFixed(1);
  return low === null || high === null
    ? percent(value)
    : `${percent(value)} (${percent(low)}–${percent(high)})`;
}

function taskName(task: string | null): string {
  return task ?? 'all';
}

function lastNull(one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one.localeCompare(other);
}
