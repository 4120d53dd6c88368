import { z } from 'zod';
import type { Case } from '../cases/case';
import { ResultsError } from '../cases/results-error';
import { hasField, type Part, type ResultsFile, readPart } from './documents';
import { joinOutcomes, type Outcome, singleOutcomes } from './outcomes';
import { judgeScores, type ScoreRule } from './score-rules';

const errorSchema = z.object({ code: z.string().nullish(), message: z.string().nullish() }).nullish();

/** An output item of a run on OpenAI's platform. */
const outputItemSchema = z.object({
  object: z.literal('eval.run.output_item'),
  datasource_item_id: z.union([z.number(), z.string()]),
  datasource_item: z.record(z.string(), z.unknown()).nullish(),
  status: z.string(),
  results: z.array(
    z.object({
      name: z.string(),
      passed: z.boolean().nullish(),
      score: z.number().nullish(),
      reason: z.string().nullish(),
      sample: z.looseObject({ error: errorSchema }).nullish(),
    }),
  ),
  sample: z.looseObject({ error: errorSchema }).nullish(),
});
type OutputItem = z.infer<typeof outputItemSchema>;

const pageSchema = z.object({ object: z.literal('list'), data: z.array(outputItemSchema) });

/** A line of the log of `oaieval --record_path`. */
const eventSchema = z.object({
  sample_id: z.string(),
  type: z.string(),
  data: z.record(z.string(), z.unknown()).nullish(),
});
type Event = z.infer<typeof eventSchema>;

/**
 * Reads OpenAI Evals: output items of a run on the platform, as pages, an array or lines, or the log of `oaieval`. In a
 * log, `match` events decide; without any, the metrics of a sample by their rules, or those that are true or 1.
 */
export function readOpenAIEvals(file: ResultsFile, rules: readonly ScoreRule[]): Case[] {
  const parts = file.parts.flatMap(splitPages(file));
  if (parts.length === 0)
    throw new ResultsError(file.name, null, 'expected output items or the log of oaieval');
  if (!parts.some(({ value }) => hasField(value, 'datasource_item_id')))
    return joinOutcomes(logOutcomes(file, parts, rules));
  if (rules.length > 0)
    throw new ResultsError(
      file.name,
      null,
      'output items record which cases passed: no rule for a score applies',
    );
  return singleOutcomes(
    parts.map((part) => itemOutcome(readPart(file, part, outputItemSchema), part.place ?? 'item')),
    file.name,
  );
}

/** The items of pages and arrays, with their places. */
function splitPages(file: ResultsFile) {
  return (part: Part): Part[] => {
    const isPage = hasField(part.value, 'data') && hasField(part.value, 'object');
    if (!isPage && !Array.isArray(part.value)) return [part];
    const items: unknown[] = Array.isArray(part.value) ? part.value : readPart(file, part, pageSchema).data;
    const prefix = part.place === null ? '' : `${part.place}, `;
    return items.map((value, index) => ({ value, place: `${prefix}data[${index}]` }));
  };
}

function itemOutcome(
  { datasource_item: item, datasource_item_id: position, results, sample, status }: OutputItem,
  place: string,
): Outcome {
  const id = idOf(item?.id) ?? String(position);
  const failed = results.find(({ passed, sample: graded }) => passed === false && !errorOf(graded?.error));
  if (errorOf(sample?.error)) return { id, result: 'error', reason: errorOf(sample?.error), place };
  if (failed !== undefined) {
    const reason = failed.reason ?? `score ${failed.score ?? 'unknown'}`;
    return { id, result: 'failed', reason: `${failed.name}: ${reason}`, place };
  }
  const error = results.map((result) => errorOf(result.sample?.error)).find((one) => one !== null);
  if (error !== undefined || status === 'error') return { id, result: 'error', reason: error ?? null, place };
  if (results.some(({ passed }) => passed === true)) return { id, result: 'passed', reason: null, place };
  return { id, result: 'none', reason: null, place };
}

function idOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

/** The platform has an error object with empty fields where there is none. */
function errorOf(error: z.infer<typeof errorSchema>): string | null {
  return error?.message || error?.code || null;
}

function logOutcomes(file: ResultsFile, parts: readonly Part[], rules: readonly ScoreRule[]): Outcome[] {
  const events = parts
    .filter(({ value }) => !hasField(value, 'spec') && !hasField(value, 'final_report'))
    .map((part) => ({ event: readPart(file, part, eventSchema), place: part.place ?? 'line 1' }));
  const hasMatches = events.some(({ event }) => event.type === 'match') && rules.length === 0;
  return events.map(({ event, place }) => {
    const id = event.sample_id;
    if (event.type === 'error') return { id, result: 'error', reason: messageOf(event), place };
    if (hasMatches) return { id, ...matchOf(event), place };
    return { id, ...metricsOf(event, rules, file.name, place), place };
  });
}

/** Events other than matches name their sample only, so that a sample without a match is counted. */
function matchOf({ type, data }: Event): Pick<Outcome, 'result' | 'reason'> {
  if (type !== 'match' || typeof data?.correct !== 'boolean') return { result: 'none', reason: null };
  if (data.correct) return { result: 'passed', reason: null };
  const [expected, picked] = [data.expected, data.sampled ?? data.picked].map((value) =>
    JSON.stringify(value),
  );
  return { result: 'failed', reason: `expected ${expected}, sampled ${picked}` };
}

function metricsOf({ type, data }: Event, rules: readonly ScoreRule[], file: string, place: string) {
  if (type !== 'metrics' && type !== 'match') return { result: 'none', reason: null } as const;
  const scores = Object.entries(data ?? {}).map(([name, value]) => ({ name, value, comment: null }));
  return judgeScores(scores, rules, { file, place });
}

function messageOf({ data }: Event): string | null {
  return typeof data?.message === 'string' ? data.message : null;
}
