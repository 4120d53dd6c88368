import {
  costText,
  evidenceOf,
  type GateReport,
  headline,
  leftOutText,
  type NewFinding,
  type PinnedResult,
  percent,
  pinnedText,
  type SideReport,
} from '../../../packages/gate';
import { shorten } from '../shared/shorten';
import { numbered, oneLine } from '../shared/wording';

const MAX_TEXT = 200;

/** The report as text for a terminal. */
export function describeReport(report: GateReport): string {
  const { pairs, worse_pairs: worse, better_pairs: better, new_findings: findings, pinned } = report;
  // A finding says more than the case that has it.
  const failures = findings.length > 0 ? [] : report.new_failures;
  const cost = costText(report);
  const leftOut = leftOutText(report);
  return [
    sideLine('Baseline', report.baseline),
    sideLine('Candidate', report.candidate),
    `${numbered(pairs, 'pair')}: ${worse} got worse, ${better} got better.${leftOut === '' ? '' : ` Left out: ${leftOut}.`}`,
    ...(findings.length === 0 ? [] : ['New findings:']),
    ...findings.map(findingLine),
    ...(failures.length === 0 ? [] : ['New failures:']),
    ...failures.map(
      ({ id, baseline_share: before, candidate_share: after, reason }) =>
        `  ${short(id)}: ${percent(before)} failed, now ${percent(after)}${reasonText(reason)}`,
    ),
    ...(pinned.length === 0 ? [] : ['Pinned cases:']),
    ...pinned.map((one) => `  ${pinnedLine(one)}`),
    ...(report.stopped === null ? [] : [short(report.stopped)]),
    ...(cost === '' ? [] : [cost]),
    ...(pairs === 0 ? [] : [evidenceOf(report)]),
    headline(report),
    '',
  ].join('\n');
}

function sideLine(role: string, { name, cases, errors, failed_share: share }: SideReport): string {
  const failed = share === null ? '' : `, ${percent(share)} of the pairs fail`;
  return `${role} ${short(name)}: ${numbered(cases, 'case')}, ${numbered(errors, 'error')}${failed}`;
}

function findingLine({ text, label, confidence, evidence, reason, url, case_id: id }: NewFinding): string {
  const quoted = `"${short(text)}" (${label}, ${confidence.toFixed(2)})`;
  return `  ${quoted}: ${short(evidence ?? reason ?? '')} ${url ?? short(id)}`;
}

function pinnedLine(pinned: PinnedResult): string {
  const status = pinned.status === 'not_run' ? 'not run' : pinned.status;
  return `${status}: ${short(pinned.id)}: ${short(pinnedText(pinned))}`;
}

function reasonText(reason: string | null): string {
  return reason === null ? '' : `: ${short(reason)}`;
}

const short = (text: string): string => shorten(oneLine(text), MAX_TEXT);
