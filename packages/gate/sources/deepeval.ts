import { z } from 'zod';
import type { Case } from '../cases/case';
import { hasField, type ResultsFile, readPart, stableJson } from './documents';
import { identify, joinOutcomes, type Outcome } from './outcomes';

const testCaseSchema = z.object({
  name: z.string().nullish(),
  success: z.boolean().nullish(),
  input: z.string().nullish(),
  scenario: z.string().nullish(),
  turns: z.array(z.object({ role: z.string(), content: z.string() })).nullish(),
  metricsData: z
    .array(
      z.object({
        name: z.string(),
        success: z.boolean().nullish(),
        reason: z.string().nullish(),
        error: z.string().nullish(),
        flaky: z.boolean().nullish(),
      }),
    )
    .nullish(),
});
type TestCase = z.infer<typeof testCaseSchema>;

const runSchema = z
  .object({
    testCases: z.array(testCaseSchema).optional(),
    conversationalTestCases: z.array(testCaseSchema).optional(),
  })
  .refine(
    ({ testCases, conversationalTestCases }) =>
      testCases !== undefined || conversationalTestCases !== undefined,
    'expected a test run of deepeval, with testCases',
  );

/**
 * Reads a test run of deepeval: `test_run_*.json` in DEEPEVAL_RESULTS_FOLDER, or `.deepeval/.latest_run_full.json`.
 * `deepeval test run --repeat` makes outcomes of one case.
 */
export function readDeepeval(file: ResultsFile): Case[] {
  const [part = { value: null, place: null }] = file.parts;
  // `.deepeval/.latest_test_run.json` has the test run in a field.
  const run = hasField(part.value, 'testRunData')
    ? readPart(file, { value: part.value.testRunData, place: 'testRunData' }, runSchema)
    : readPart(file, part, runSchema);
  const cases = [
    ...placed(run.testCases ?? [], 'testCases'),
    ...placed(run.conversationalTestCases ?? [], 'conversationalTestCases'),
  ];
  const labels = withoutRepeats(cases.map(({ testCase: { name } }) => labelOf(name)));
  const ids = identify(
    cases.map(({ testCase }, index) => ({ label: labels[index] ?? null, content: contentOf(testCase) })),
  );
  return joinOutcomes(
    cases.map(({ testCase, place }, index) => ({ id: ids[index] ?? '', ...outcomeOf(testCase), place })),
  );
}

function placed(cases: readonly TestCase[], field: string) {
  return cases.map((testCase, index) => ({ testCase, place: `${field}[${index}]` }));
}

/** Names that deepeval made of the position are none. */
function labelOf(name: string | null | undefined): string | null {
  return !name || /^(conversational_)?test_case_\d+$/.test(name) ? null : name;
}

const REPEAT = /^(?<base>.*?)(?:\[(?<params>.*)-|\[)(?<nth>\d+)-(?<of>\d+)\]$/s;

/**
 * pytest-repeat numbers the repeats of a test: `test_a[1-2]`, `test_b[x-2-2]`. Parameters may look the same, so the
 * numbers are removed only where all from 1 to the last are there.
 */
function withoutRepeats(names: readonly (string | null)[]): (string | null)[] {
  const parts = names.map((name) => {
    const { base = '', params, nth, of } = (name === null ? null : REPEAT.exec(name))?.groups ?? {};
    if (nth === undefined || of === undefined) return null;
    return { base: params === undefined ? base : `${base}[${params}]`, nth: Number(nth), of: Number(of) };
  });
  const seen = new Map<string, Set<number>>();
  for (const part of parts) {
    if (part === null) continue;
    const key = `${part.of} ${part.base}`;
    seen.set(key, (seen.get(key) ?? new Set()).add(part.nth));
  }
  return names.map((name, index) => {
    const part = parts[index];
    if (!part) return name;
    const numbers = seen.get(`${part.of} ${part.base}`);
    return part.of > 1 && numbers?.size === part.of && Math.max(...numbers) === part.of ? part.base : name;
  });
}

function contentOf({ input, scenario, turns }: TestCase): string {
  return input ?? scenario ?? stableJson(turns ?? []);
}

/** As deepeval counts: flaky metrics decide nothing. A metric that ended by an error did not judge the case. */
function outcomeOf({ success, metricsData }: TestCase): Pick<Outcome, 'result' | 'reason'> {
  const metrics = (metricsData ?? []).filter(({ flaky }) => flaky !== true);
  const failed = metrics.find((metric) => metric.success === false && metric.error == null);
  if (failed !== undefined)
    return { result: 'failed', reason: `${failed.name}: ${failed.reason ?? 'no reason'}` };
  const error = metrics.find((metric) => metric.error != null)?.error ?? null;
  if (error !== null) return { result: 'error', reason: error };
  if (success == null) return { result: 'none', reason: null };
  return { result: success ? 'passed' : 'failed', reason: null };
}
