import { z } from 'zod';
import type { Case } from '../cases/case';
import { hasField, type ResultsFile, readPart, stableJson } from './documents';
import { identify, joinOutcomes, type Outcome } from './outcomes';

const resultSchema = z.object({
  success: z.boolean(),
  /** 0 none, 1 an assertion, 2 an error; absent before promptfoo 0.98. */
  failureReason: z.number().nullish(),
  error: z.string().nullish(),
  gradingResult: z.object({ reason: z.string().nullish() }).nullish(),
  vars: z.record(z.string(), z.unknown()).nullish(),
  testCase: z
    .object({
      description: z.string().nullish(),
      vars: z.record(z.string(), z.unknown()).nullish(),
    })
    .nullish(),
  provider: z.object({ id: z.string().nullish(), label: z.string().nullish() }).nullish(),
  prompt: z.object({ label: z.string().nullish() }).nullish(),
});
type Result = z.infer<typeof resultSchema>;

const evaluationSchema = z.object({
  results: z.object({ results: z.array(resultSchema) }, 'expected the output of promptfoo eval'),
});

const FAILED_BY_ERROR = 2;

/** Reads what `promptfoo eval -o FILE.json` or `-o FILE.jsonl` writes. `--repeat` makes outcomes of one case. */
export function readPromptfoo(file: ResultsFile): Case[] {
  const results = readResults(file);
  const ids = identify(
    results.map(({ result: { testCase, vars } }) => ({
      label: testCase?.description || null,
      content: nameVars(testCase?.vars ?? vars ?? {}),
    })),
  );
  const columns = results.map(({ result }) => result);
  const hasProviders = new Set(columns.map(providerOf)).size > 1;
  const hasPrompts = new Set(columns.map(promptOf)).size > 1;
  return joinOutcomes(
    results.map(({ result, place }, index) => {
      const column = [
        ...(hasProviders ? [providerOf(result)] : []),
        ...(hasPrompts ? [promptOf(result)] : []),
      ];
      const suffix = column.length === 0 ? '' : ` [${column.join(', ')}]`;
      return { id: `${ids[index]}${suffix}`, ...outcomeOf(result), place };
    }),
  );
}

function readResults(file: ResultsFile): { result: Result; place: string }[] {
  const [first] = file.parts;
  // A single line of JSON lines is a result.
  if (!file.isLines && first !== undefined && !hasField(first.value, 'success'))
    return readPart(file, first, evaluationSchema).results.results.map((result, index) => ({
      result,
      place: `results.results[${index}]`,
    }));
  return file.parts.map((part) => ({
    result: readPart(file, part, resultSchema),
    place: part.place ?? 'line 1',
  }));
}

function outcomeOf({
  success,
  failureReason,
  error,
  gradingResult,
}: Result): Pick<Outcome, 'result' | 'reason'> {
  if (success) return { result: 'passed', reason: null };
  const isError =
    failureReason === FAILED_BY_ERROR ||
    (failureReason == null && gradingResult == null && typeof error === 'string');
  const reason = gradingResult?.reason ?? error ?? null;
  return { result: isError ? 'error' : 'failed', reason };
}

/** The value of a single variable, else all variables. promptfoo adds some that begin with an underscore. */
function nameVars(vars: Record<string, unknown>): string {
  const own = Object.entries(vars).filter(([name]) => !name.startsWith('_') && name !== 'sessionId');
  const [only] = own;
  return own.length === 1 && typeof only?.[1] === 'string' ? only[1] : stableJson(Object.fromEntries(own));
}

function providerOf({ provider }: Result): string {
  return provider?.label || provider?.id || '';
}

function promptOf({ prompt }: Result): string {
  return prompt?.label ?? '';
}
