import { clopperPearsonInterval, type Interval } from '../../statistics';
import type { Case } from '../cases/case';
import { ResultsError } from '../cases/results-error';

/** A case that has to pass. */
export interface PinnedCase {
  id: string;
  /** It has to pass k of n times; null: each time that it ran. */
  required: { passes: number; of: number } | null;
}

export interface PinnedResult {
  id: string;
  /** `not_run`: it is absent, ended by an error, or ran another number of times than required. */
  status: 'passed' | 'failed' | 'not_run';
  /** How often it has to pass. */
  required: number;
  passed: number;
  /** How often it ran. */
  of: number;
  /** The exact 95% interval of the share of passes. */
  interval: Interval;
  reason: string | null;
}

const LINE = /^(?:"(?:[^"\\]|\\.)*"|.*?)(?=\s*$|\s+\d+\s+of\s+\d+\s*$)/;
const REQUIRED = /^(\d+)\s+of\s+(\d+)$/;

/**
 * Reads a list of pinned cases: an id per line, optionally followed by `4 of 5`. An id that could be misread is a JSON
 * string. Empty lines and lines that begin with # are ignored.
 * @throws ResultsError for a line that is neither, and for a second line of a case
 */
export function readPinnedCases(text: string, file: string): PinnedCase[] {
  const pinned = new Map<string, PinnedCase>();
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const place = `line ${index + 1}`;
    const { id, required } = readLine(line.trim(), file, place);
    if (pinned.has(id)) throw new ResultsError(file, place, `the case "${id}" has another line`);
    pinned.set(id, { id, required });
  }
  if (pinned.size === 0) throw new ResultsError(file, null, 'no case is named');
  return [...pinned.values()];
}

function readLine(line: string, file: string, place: string): PinnedCase {
  const [name = ''] = LINE.exec(line) ?? [];
  const rest = line.slice(name.length).trim();
  const [, passes, of] = (REQUIRED.exec(rest) ?? []).map(Number);
  const required = passes === undefined || of === undefined ? null : { passes, of };
  if (required !== null && (required.passes < 1 || required.passes > required.of))
    throw new ResultsError(file, place, `expected k of n with k from 1 to n, not ${rest}`);
  return { id: name.startsWith('"') ? parseQuoted(name, file, place) : name, required };
}

function parseQuoted(name: string, file: string, place: string): string {
  try {
    return String(JSON.parse(name));
  } catch {
    throw new ResultsError(file, place, 'expected an id, or an id as a JSON string');
  }
}

/** Checks the pinned cases in the results of the candidate. */
export function checkPinnedCases(pinned: readonly PinnedCase[], cases: readonly Case[]): PinnedResult[] {
  const byId = new Map(cases.map((one) => [one.id, one]));
  return pinned.map(({ id, required }) => checkPinned(id, required, byId.get(id)));
}

function checkPinned(id: string, required: PinnedCase['required'], ran: Case | undefined): PinnedResult {
  const of = ran?.failed.length ?? 0;
  const passed = ran?.failed.filter((isFailed) => !isFailed).length ?? 0;
  const result = {
    id,
    required: required?.passes ?? of,
    passed,
    of,
    interval: clopperPearsonInterval(passed, of),
  };
  const fault = faultOf(ran, required);
  if (fault !== null) return { ...result, status: 'not_run', reason: fault };
  return passed >= result.required
    ? { ...result, status: 'passed', reason: null }
    : { ...result, status: 'failed', reason: ran?.reason ?? null };
}

/** Why the results do not say whether the case passes. */
function faultOf(ran: Case | undefined, required: PinnedCase['required']): string | null {
  if (ran === undefined) return 'not in the results';
  if (ran.errors > 0) return ran.reason ?? 'ended by an error';
  if (ran.failed.length === 0) return 'has no outcome';
  if (required !== null && ran.failed.length !== required.of)
    return `ran ${ran.failed.length} times instead of ${required.of}`;
  return null;
}
