import type { PinnedResult } from '../decision/pinned-cases';
import type { GateReport } from './report';
import { evidenceOf, pinnedText, rateHeadline } from './wording';

/** The report as JUnit XML: a test case for the rate, and one per pinned case. */
export function toJunit(report: GateReport): string {
  const cases = [rateCase(report), ...report.pinned.map(pinnedCase)];
  const count = (kind: JunitCase['kind']) => cases.filter((one) => one.kind === kind).length;
  const counts = xml` tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="assay gate"${counts}>`,
    `  <testsuite name="assay gate"${counts}>`,
    ...cases.map(toElement),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

interface JunitCase {
  name: string;
  kind: 'passed' | 'failure' | 'error' | 'skipped';
  message: string;
}

function rateCase(report: GateReport): JunitCase {
  return {
    name: 'failure rate',
    kind: rateKind(report),
    message: report.pairs === 0 ? rateHeadline(report) : `${rateHeadline(report)} ${evidenceOf(report)}`,
  };
}

function rateKind({ outcome, pairs, exit_code: exitCode }: GateReport): JunitCase['kind'] {
  if (pairs === 0) return 'error';
  if (outcome === 'worse') return 'failure';
  if (outcome === 'not_worse' || exitCode === 0) return 'passed';
  // With `--undecided fail` an undecided rate is exit code 1; a JUnit reader knows no other red.
  return exitCode === 1 ? 'failure' : 'skipped';
}

const pinnedKinds = { passed: 'passed', failed: 'failure', not_run: 'error' } as const;

function pinnedCase(pinned: PinnedResult): JunitCase {
  return { name: `pinned: ${pinned.id}`, kind: pinnedKinds[pinned.status], message: pinnedText(pinned) };
}

function toElement({ name, kind, message }: JunitCase): string {
  const attributes = xml`classname="assay.gate" name="${name}"`;
  if (kind === 'passed')
    return `    <testcase ${attributes}>${xml`<system-out>${message}</system-out>`}</testcase>`;
  return `    <testcase ${attributes}>${xml`<${kind} message="${message}"/>`}</testcase>`;
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
};
/** What XML 1.0 cannot hold, not even escaped, and halves of surrogate pairs. */
const UNREPRESENTABLE = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\uFFFE\uFFFF]/gu;

/** A template whose values are escaped, for attributes and text. */
function xml(strings: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return String.raw(
    { raw: strings },
    ...values.map((value) =>
      String(value)
        .replace(UNREPRESENTABLE, '\uFFFD')
        .replace(/[&<>"\n]/g, (character) => ESCAPES[character] ?? ''),
    ),
  );
}
