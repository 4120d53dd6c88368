import type { Case } from '../cases/case';
import { ResultsError } from '../cases/results-error';
import { readAssay } from './assay';
import { readDeepeval } from './deepeval';
import { parseResultsFile, type ResultsFile } from './documents';
import { readLangfuse } from './langfuse';
import { readOpenAIEvals } from './openai-evals';
import { readPromptfoo } from './promptfoo';
import type { ScoreRule } from './score-rules';

type Reader = (file: ResultsFile, rules: readonly ScoreRule[]) => Case[];

const readers = {
  promptfoo: readPromptfoo,
  deepeval: readDeepeval,
  langfuse: readLangfuse,
  'openai-evals': readOpenAIEvals,
  assay: readAssay,
} satisfies Record<string, Reader>;

export type ResultFormat = keyof typeof readers;

/** The tools whose results are read. */
export const resultFormats = Object.keys(readers) as readonly ResultFormat[];

/** The formats whose cases have scores, and pass by a `ScoreRule`. */
export const scoredFormats: readonly ResultFormat[] = ['langfuse', 'openai-evals'];

/**
 * Reads the cases of a file of results.
 * @throws ResultsError with file, place and problem, also for a rule whose score no case has
 */
export function readResults(
  format: ResultFormat,
  { text, name }: { text: string; name: string },
  rules: readonly ScoreRule[] = [],
): Case[] {
  const read: Reader = readers[format];
  const unused = new Set(rules.map((rule) => rule.name));
  const trackedRules = rules.map((rule) => ({
    ...rule,
    passes(value: unknown) {
      unused.delete(rule.name);
      return rule.passes(value);
    },
  }));
  const cases = readSafely(() => read(parseResultsFile(text, name), trackedRules), name);
  if (cases.length === 0) throw new ResultsError(name, null, 'the file has no case');
  const [missing] = unused;
  // A case that ended by an error may have no score.
  if (missing !== undefined && cases.some(({ errors }) => errors === 0))
    throw new ResultsError(name, null, `no case has the score "${missing}"`);
  return cases;
}

/** A file that is nested too deeply overflows the stack of any reader. */
function readSafely(read: () => Case[], name: string): Case[] {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw new ResultsError(name, null, 'nested too deeply');
    throw error;
  }
}
