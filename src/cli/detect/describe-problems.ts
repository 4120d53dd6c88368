import type { Problem } from '../../platform/errors/app-error';
import { oneLine } from '../shared/wording';

const LISTED_PROBLEMS = 3;

/**
 * The first problems on one line, each after its location below the first `depth` names, or `whole` without
 * one.
 */
export function describeProblems(problems: readonly Problem[], depth: number, whole: string): string {
  return problems
    .slice(0, LISTED_PROBLEMS)
    .map(({ loc, msg }) => oneLine(`${loc.slice(depth).join('.') || whole}: ${msg}`))
    .join('; ');
}
