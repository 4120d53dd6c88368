import { ResultsError } from '../cases/results-error';

/** Which value of a named score passes, for tools that record scores and not whether a case passed. */
export interface ScoreRule {
  name: string;
  passes(value: unknown): boolean;
}

/** A score of a case, as its tool recorded it. */
export interface Score {
  name: string;
  value: unknown;
  comment: string | null;
}

const RULE = /^(?<name>.+?)(?<sign>>=|<=|=)(?<bound>.+)$/;

/**
 * Reads `faithfulness>=0.7`, `toxicity<=0.2` or `label=correct`.
 * @throws Error for another form
 */
export function readScoreRule(text: string): ScoreRule {
  const { name, sign, bound = '' } = RULE.exec(text)?.groups ?? {};
  if (name === undefined) throw new Error(`Expected a score like "faithfulness>=0.7", not "${text}"`);
  if (sign === '=') return { name, passes: (value) => String(value) === bound };
  const limit = Number(bound);
  if (bound.trim() === '' || Number.isNaN(limit))
    throw new Error(`Expected a number after ${sign} in "${text}"`);
  return {
    name,
    passes: (value) => typeof value === 'number' && (sign === '>=' ? value >= limit : value <= limit),
  };
}

/**
 * Whether a case passes by its scores: each that has a rule has to pass; without rules, each that is true or false, or 1
 * or 0. Null if no score decides.
 * @throws ResultsError for a number between without a rule
 */
export function judgeScores(
  scores: readonly Score[],
  rules: readonly ScoreRule[],
  at: { file: string; place: string },
): { result: 'passed' | 'failed' | 'none'; reason: string | null } {
  const decided = scores.flatMap((score) => {
    const passes = rules.length === 0 ? isPass(score, at) : byRule(score, rules);
    return passes === null ? [] : [{ score, passes }];
  });
  if (decided.length === 0) return { result: 'none', reason: null };
  const failed = decided.find(({ passes }) => !passes)?.score;
  if (failed === undefined) return { result: 'passed', reason: null };
  const comment = failed.comment === null ? '' : `: ${failed.comment}`;
  return { result: 'failed', reason: `${failed.name} = ${String(failed.value)}${comment}` };
}

function byRule({ name, value }: Score, rules: readonly ScoreRule[]): boolean | null {
  const own = rules.filter((rule) => rule.name === name);
  return own.length === 0 ? null : own.every((rule) => rule.passes(value));
}

function isPass({ name, value }: Score, { file, place }: { file: string; place: string }): boolean | null {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'number') return null;
  if (value === 0 || value === 1) return value === 1;
  throw new ResultsError(
    file,
    place,
    `the score "${name}" is ${value}; name what passes, like --score "${name}>=0.7"`,
  );
}
