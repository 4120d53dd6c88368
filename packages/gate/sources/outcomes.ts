import { cutText } from '../../text';
import type { Case } from '../cases/case';
import { ResultsError } from '../cases/results-error';

/** What came out one time that a case ran. */
export interface Outcome {
  id: string;
  /** `error`: the tool says that it could not run the case. `none`: it ran, and nothing decided whether it passes. */
  result: 'passed' | 'failed' | 'error' | 'none';
  reason: string | null;
  place: string;
}

const MAX_REASON_LENGTH = 1000;

/** Joins the outcomes of a case that ran several times, in order of first appearance. */
export function joinOutcomes(outcomes: readonly Outcome[]): Case[] {
  const cases = new Map<string, { id: string; failed: boolean[]; errors: number; reason: string | null }>();
  for (const { id, result, reason } of outcomes) {
    const joined = cases.get(id) ?? { id, failed: [], errors: 0, reason: null };
    cases.set(id, joined);
    if (result === 'passed' || result === 'failed') joined.failed.push(result === 'failed');
    if (result === 'error') joined.errors += 1;
    if (result === 'failed' || result === 'error')
      joined.reason ??= reason === null ? null : cutText(reason, MAX_REASON_LENGTH);
  }
  return [...cases.values()];
}

/**
 * Cases of a format in which each runs once.
 * @throws ResultsError for a second outcome of a case
 */
export function singleOutcomes(outcomes: readonly Outcome[], file: string): Case[] {
  const places = new Map<string, string>();
  for (const { id, place } of outcomes) {
    const first = places.get(id);
    if (first !== undefined) throw new ResultsError(file, place, `the case "${id}" is also at ${first}`);
    places.set(id, place);
  }
  return joinOutcomes(outcomes);
}

/**
 * Ids of cases that have a label or not: the label, unless cases of different content share it; then, and without a
 * label, the content.
 */
export function identify(cases: readonly { label: string | null; content: string }[]): string[] {
  const contents = new Map<string, Set<string>>();
  for (const { label, content } of cases) {
    if (label !== null) contents.set(label, (contents.get(label) ?? new Set()).add(content));
  }
  return cases.map(({ label, content }) => {
    if (label === null) return content;
    return contents.get(label)?.size === 1 ? label : `${label} ${content}`;
  });
}
