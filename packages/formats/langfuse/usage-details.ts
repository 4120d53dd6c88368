import { tokensIn } from '../values/known-values';

type Fields = Record<string, unknown>;

const inputNames = ['input', 'prompt_tokens', 'input_tokens', 'promptTokens', 'inputTokens'];
const outputNames = ['output', 'completion_tokens', 'output_tokens', 'completionTokens', 'outputTokens'];
const totalNames = ['total', 'total_tokens', 'totalTokens'];
const wholeNames = new Set([...inputNames, ...outputNames, ...totalNames]);

/**
 * The counts of an observation. Langfuse counts the parts of the prompt and of the completion separately, so that they add
 * up: `input` is what was not read from a cache. Where the total says that they are included, they are not added.
 */
export function readUsageDetails(usage: Fields): { inputTokens: number | null; outputTokens: number | null } {
  const [input = null, output = null, total = null] = [inputNames, outputNames, totalNames].map((names) =>
    tokensIn(...names.map((name) => usage[name])),
  );
  const inputParts = sumOf(usage, /input|prompt|cache/i, /output|completion/i);
  const outputParts = sumOf(usage, /output|completion|reasoning/i, /input|prompt/i);
  const isTotalWith = (parts: number) => (input ?? 0) + (output ?? 0) + parts === total;
  const withParts = (count: number | null, parts: number, others: number) => {
    if (count === null) return parts > 0 ? parts : null;
    const areIncluded = isTotalWith(0) || (others > 0 && isTotalWith(others));
    return areIncluded ? count : count + parts;
  };
  return {
    inputTokens: withParts(input, inputParts, outputParts),
    outputTokens: withParts(output, outputParts, inputParts),
  };
}

/** The sum of the other counts whose names match. */
function sumOf(usage: Fields, names: RegExp, others: RegExp): number {
  return Object.entries(usage)
    .filter(
      ([name]) => !wholeNames.has(name) && names.test(name) && !others.test(name) && !/cost/i.test(name),
    )
    .reduce((sum, [, count]) => sum + (tokensIn(count) ?? 0), 0);
}
