import Table from 'cli-table3';
import { Command } from 'commander';
import { saveReport } from '../../../../bench/report-file';
import { exitAfter, log } from '../../../../bench/run-benchmark';
import { isRight, readCases } from './everyday-case';
import { generateFilings } from './filings';
import { type Estimate, measureTraffic, type TrafficRow } from './measure';
import { withPolicies } from './policies';
import { readTraffic } from './traffic';

/** `npm run bench:everyday`: verdicts by kind of traffic, next to two trivial baselines. */
async function main({ data, policies }: { data?: string; policies?: true }): Promise<void> {
  const rows: TrafficRow[] = [];
  for (const traffic of data === undefined ? [] : await readTraffic(data)) {
    log(`${traffic.name}: ${traffic.cases.length} replies`);
    rows.push(measureTraffic(traffic));
    if (policies) rows.push(measureTraffic(withPolicies(traffic)));
  }
  if (data !== undefined && rows.length === 0)
    throw new Error(`${data} has none of the files that docs/accuracy.md lists`);
  rows.push(measureTraffic(generateFilings('filings')));
  // Written by someone who knew only the names of the kinds; rules are not made from them.
  const keptBack = readCases('bench/everyday/kept-back.jsonl');
  process.stdout.write(`${trafficTable(rows)}\n`);
  process.stdout.write(
    `Small cases kept back: ${keptBack.filter(isRight).length} of ${keptBack.length} right\n`,
  );
  log(`Written to ${saveReport('everyday-', { rows })}`);
}

function trafficTable(rows: readonly TrafficRow[]): string {
  const table = new Table({
    head: [
      ...['traffic', 'replies', 'wrong', 'not judgeable', 'AUC', '3-gram novelty', 'numbers, names'],
      ...['recall', 'others flagged', 'recall at 10 % of clean flagged', 'ms'],
    ],
    style: { head: [], border: [], compact: true },
    wordWrap: true,
  });
  for (const row of rows) {
    table.push([
      ...[row.name, row.replies, row.wrong ?? '–', row.notJudgeable],
      ...[row.auc, row.noveltyAuc, row.notableAuc].map(withInterval),
      ...[row.recall, row.flagged, row.bestRecall].map(percent),
      row.msPerReply.toFixed(1),
    ]);
  }
  return table.toString();
}

const percent = (share: number | null): string => (share === null ? '–' : (100 * share).toFixed(1));

const withInterval = (estimate: Estimate | null): string =>
  estimate === null ? '–' : `${percent(estimate.value)} (${percent(estimate.low)}–${percent(estimate.high)})`;

exitAfter(
  new Command('bench:everyday')
    .option(
      '--data <folder>',
      'with the data that docs/accuracy.md lists; without, only what is generated or shipped',
    )
    .option('--policies', 'measures each row again with unrelated instructions in front')
    .action(main)
    .parseAsync(),
);
