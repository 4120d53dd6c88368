import { tokensIn } from '../values/known-values';

type Fields = Record<string, unknown>;

const inputNames = ['input', 'prompt_tokens', 'input_tokens', 'promptTokens', 'inputTokens'];
const outputNames = ['output', 'completion_tokens', 'output_tokens', 'completionTokens', 'outputTokens'];
const totalNames = ['total', 'total_tokens', 'totalTokens'];

/**
 * The counts of an observation. Langfuse counts the parts of the prompt and of the completion separately, so that they add
 * up: `input` is what was not read from a cache. Where the total says that they are included, they are not added.
 */
export function readUsageDetails(usage: Fields): { inputTokens: number | null; outputTokens: number | null } {
  const [input, output, total] = [inputNames, outputNames, totalNames].map((names) =>
    tokensIn(...names.map((name) => usage[name])),
  );
  const inputParts = sumOf(usage, /input|prompt|cache/i, /output|completion/i);
  const outputParts = sumOf(usage, /output|completion|reasoning/i, /input|prompt/i);
  const isIncluded = (parts: number) => (input ?? 0) + (output ?? 0) + parts !== total;
  const isBare = typeof total === 'number' && (input ?? 0) + (output ?? 0) === total;
  const add = (count: number | null | undefined, parts: number, others: number) =>
    count == null
      ? parts > 0
        ? parts
        : null
      : isBare || (!isIncluded(others) && others > 0)
        ? count
        : count + parts;
  return {
    inputTokens: add(input, inputParts, outputParts),
    outputTokens: add(output, outputParts, inputParts),
  };
}

/** The sum of the other counts whose names match. */
function sumOf(usage: Fields, names: RegExp, others: RegExp): number {
  const bare = [...inputNames, ...outputNames, ...totalNames];
  return Object.entries(usage)
    .filter(([name]) => !bare.includes(name) && names.test(name) && !others.test(name) && !/cost/i.test(name))
    .reduce((sum, [, count]) => sum + (tokensIn(count) ?? 0), 0);
}
