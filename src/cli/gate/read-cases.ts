import { basename } from 'node:path';
import {
  type Case,
  type ResultFormat,
  readResults,
  readScoreRule,
  type ScoreRule,
  type Side,
  scoredFormats,
} from '../../../packages/gate';
import { readText } from '../shared/file-errors';

export interface ResultsChoice {
  from: ResultFormat;
  /** Rules like `faithfulness>=0.7`. */
  score?: string[];
}

/**
 * Reads both results.
 * @throws Error that names file, place and problem
 */
export async function readSides(
  { from, score = [] }: ResultsChoice,
  paths: readonly [baseline: string, candidate: string],
): Promise<[baseline: Side, candidate: Side]> {
  const rules = readRules(from, score);
  const [baseline, candidate] = paths;
  return [
    { name: basename(baseline), cases: await readCases(baseline, from, rules) },
    { name: basename(candidate), cases: await readCases(candidate, from, rules) },
  ];
}

function readRules(from: ResultFormat, score: readonly string[]): ScoreRule[] {
  if (score.length > 0 && !scoredFormats.includes(from))
    throw new Error(`--score: ${from} records which cases passed`);
  return score.map(readScoreRule);
}

async function readCases(path: string, from: ResultFormat, rules: readonly ScoreRule[]): Promise<Case[]> {
  return readResults(from, { name: path, text: await readText(path) }, rules);
}
