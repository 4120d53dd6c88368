import type { GateReport, NewFailure, NewFinding, SideReport } from './report';
import { costText, evidenceOf, headline, leftOutText, percent } from './wording';

const MAX_TEXT = 300;

/** The report as Markdown of GitHub and GitLab, for a summary or a comment. Text of the results is shown literally. */
export function toMarkdown(report: GateReport): string {
  const leftOut = leftOutText(report);
  return `${[
    `## ${headline(report)}`,
    report.pairs === 0 ? '' : evidenceOf(report),
    report.stopped === null ? '' : literal(report.stopped),
    table(
      ['', 'Cases', 'Outcomes', 'Errors', 'Failed'],
      [sideRow(report.baseline, 'Baseline'), sideRow(report.candidate, 'Candidate')],
    ),
    `${report.pairs} pairs: ${report.worse_pairs} got worse, ${report.better_pairs} got better.` +
      `${leftOut === '' ? '' : ` Left out: ${leftOut}.`}`,
    pinnedSection(report),
    // A finding says more than the case that has it.
    report.new_findings.length > 0
      ? ''
      : section('New failures', ['Case', 'Before', 'After', 'Reason'], report.new_failures.map(failureRow)),
    section(
      'New findings',
      ['Case', 'Finding', 'Label', 'Confidence', 'Evidence'],
      report.new_findings.map(findingRow),
    ),
    literal(costText(report)),
  ]
    .filter((block) => block !== '')
    .join('\n\n')}\n`;
}

function sideRow(side: SideReport, role: string): string[] {
  const { name, url, cases, outcomes, errors, failed_share: share } = side;
  return [
    `${role}: ${linked(name, url)}`,
    ...[cases, outcomes, errors].map(String),
    share === null ? '–' : percent(share),
  ];
}

function pinnedSection({ pinned }: GateReport): string {
  const rows = pinned.map(({ id, status, required, passed, of, interval, reason }) => [
    literal(id),
    status === 'not_run' ? 'not run' : status,
    `${passed} of ${of} (needs ${required})`,
    `${percent(interval.low)} to ${percent(interval.high)}`,
    literal(reason ?? ''),
  ]);
  return section('Pinned cases', ['Case', 'Result', 'Passed', '95% interval', 'Reason'], rows);
}

function failureRow({ id, baseline_share: before, candidate_share: after, reason }: NewFailure): string[] {
  return [literal(id), percent(before), percent(after), literal(reason ?? '')];
}

function findingRow({ case_id: id, text, label, confidence, reason, evidence, url }: NewFinding): string[] {
  return [
    linked(id, url),
    literal(text),
    literal(label),
    confidence.toFixed(2),
    literal(evidence ?? reason ?? ''),
  ];
}

function linked(name: string, url: string | null): string {
  return url === null ? literal(name) : `[${literal(name)}](${encodeURI(url)})`;
}

function section(title: string, head: string[], rows: string[][]): string {
  return rows.length === 0 ? '' : `### ${title}\n\n${table(head, rows)}`;
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/**
 * GitHub and GitLab look for mentions, references, emoji and addresses in the text that Markdown leaves, without its
 * backslashes. A space without width after the first character hides them.
 */
const REFERENCE = /[@#!~&%$](?=[\p{L}\p{N}_"])|\bGH-(?=\d)|:(?=\/|[\w+-]+:)/giu;
const NO_WIDTH = '\u200B';

/** One line in which no character is markup and no word a reference. */
function literal(text: string): string {
  const short = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
  return short
    .replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ') // a cut character leaves half of it
    .trim()
    .replace(REFERENCE, `$&${NO_WIDTH}`)
    .replace(/[\\`*_{}[\]()#!|~@<>&$:]|(?<=www)\./gi, '\\$&'); // addresses become links, and $ formulas
}
