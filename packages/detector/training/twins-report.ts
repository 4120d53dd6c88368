import Table from 'cli-table3';
import { twinKinds } from './twins';
import type { TwinOutcome } from './twins-measure';

/** A table of percentages with a row per kind and one for all twins. */
export function twinTable(outcomes: TwinOutcome[]): string {
  const table = new Table({
    head: ['change', 'twins', 'clean stays clean', 'change found', 'both', 'changed scores higher'],
    style: { head: [], border: [] },
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right'],
  });
  for (const kind of twinKinds)
    table.push([kind, ...sharesOf(outcomes.filter(({ twin }) => twin.kind === kind))]);
  table.push(['all', ...sharesOf(outcomes)]);
  return table.toString();
}

function sharesOf(outcomes: TwinOutcome[]): string[] {
  const share = (holds: (outcome: TwinOutcome) => boolean) =>
    outcomes.length === 0 ? '-' : ((100 * outcomes.filter(holds).length) / outcomes.length).toFixed(1);
  return [
    String(outcomes.length),
    share(({ isCleanAtPlace }) => isCleanAtPlace),
    share(({ isFound }) => isFound),
    share(({ isCleanAtPlace, isFound }) => isCleanAtPlace && isFound),
    share(({ isRanked }) => isRanked),
  ];
}
