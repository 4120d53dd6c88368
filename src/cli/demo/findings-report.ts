import { formatNumber, numbered, oneLine } from '../shared/wording';
import type { CheckResult } from './check-conversations';

const LISTED_FAULTS = 20;

/** The results of detection as text. `seconds` is its duration. */
export function describeFindings({ checked, skipped }: CheckResult, seconds: number): string {
  const judged = checked.flatMap(({ annotations }) => (annotations === null ? [] : [annotations]));
  const flagged = judged.filter((annotations) => annotations.length > 0);
  const issues = judged.flat();
  const rate = seconds > 0 ? `, ${Math.round(checked.length / seconds)} a second` : '';
  const lines = [
    `Checked ${numbered(checked.length, 'conversation')} in ${seconds.toFixed(1)} s${rate}.`,
    `${numbered(flagged.length, 'conversation')} flagged, with ${numbered(issues.length, 'issue')}.`,
    ...countLabels(issues).map(([label, count]) => `  ${label}: ${formatNumber(count)}`),
  ];
  const unjudged = checked.length - judged.length;
  if (unjudged > 0)
    lines.push(
      `${numbered(unjudged, 'conversation')} without a verdict, counted neither as clean nor as flagged.`,
    );
  if (skipped.length > 0) lines.push(`${numbered(skipped.length, 'line')} of the file skipped.`);
  return [...lines, ...describePlanted(checked)].join('\n');
}

/** One line for each skipped line of the file, up to a limit. */
export function describeSkipped(skipped: CheckResult['skipped']): string[] {
  const lines = skipped
    .slice(0, LISTED_FAULTS)
    .map(({ line, fault }) => `Line ${line} skipped: ${oneLine(fault)}`);
  if (skipped.length > LISTED_FAULTS) lines.push(`… and ${skipped.length - LISTED_FAULTS} more lines`);
  return lines;
}

/** Most frequent first, then by name. */
function countLabels(issues: { label: string }[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const { label } of issues) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || a.localeCompare(b));
}

/** Empty for a file that documents no planted errors. */
function describePlanted(checked: CheckResult['checked']): string[] {
  const documented = checked.flatMap(({ planted, annotations }) =>
    planted === null || annotations === null ? [] : [{ ...planted, issues: annotations.length }],
  );
  if (documented.length === 0) return [];
  const planted = documented.reduce((sum, conversation) => sum + conversation.planted, 0);
  const found = documented.reduce((sum, conversation) => sum + conversation.found, 0);
  const clean = documented.filter((conversation) => conversation.planted === 0);
  const falselyFlagged = clean.filter(({ issues }) => issues > 0);
  return [
    `Planted errors documented in the file: ${formatNumber(planted)}; touched by a flagged span: ${formatNumber(found)}.`,
    `Conversations documented as clean: ${formatNumber(clean.length)}; flagged: ${formatNumber(falselyFlagged.length)}.`,
  ];
}
