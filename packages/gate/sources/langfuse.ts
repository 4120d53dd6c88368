import { z } from 'zod';
import type { Case } from '../cases/case';
import { hasField, type ResultsFile, readPart, stableJson } from './documents';
import { joinOutcomes, type Outcome } from './outcomes';
import { judgeScores, type ScoreRule } from './score-rules';

const valueSchema = z.union([z.number(), z.boolean(), z.string()]).nullish();

/** An item of `GET /api/public/experiment-items?fields=core,scores`. */
const apiItemSchema = z.object({
  experimentItemId: z.string(),
  level: z.string().nullish(),
  scores: z.array(
    z.object({
      name: z.string(),
      value: valueSchema,
      dataType: z.string().nullish(),
      comment: z.string().nullish(),
    }),
    'expected scores: request the items with fields=scores',
  ),
});

/** An item of what `runExperiment` of the SDKs returns. */
const sdkItemSchema = z.object({
  item: z.looseObject({ id: z.string().nullish(), input: z.unknown() }),
  evaluations: z.array(z.object({ name: z.string(), value: valueSchema, comment: z.string().nullish() })),
});

const pageSchema = z.object({ data: z.array(apiItemSchema) });
const itemsSchema = z.array(apiItemSchema);
const runSchema = z
  .object({
    itemResults: z.array(sdkItemSchema).optional(),
    item_results: z.array(sdkItemSchema).optional(),
  })
  .transform(({ itemResults, item_results: inPython }) => itemResults ?? inPython ?? []);

const FAILED_LEVEL = 'ERROR';

/**
 * Reads the items of an experiment of Langfuse: pages of the Experiments API, one per line or in one array, or the result
 * of `runExperiment` as JSON. A score passes by its rule, or if it is true or 1.
 */
export function readLangfuse(file: ResultsFile, rules: readonly ScoreRule[]): Case[] {
  return joinOutcomes(file.parts.flatMap((part) => readItems(file, part, rules)));
}

function readItems(
  file: ResultsFile,
  part: ResultsFile['parts'][number],
  rules: readonly ScoreRule[],
): Outcome[] {
  const at = (field: string, index: number) =>
    `${part.place === null ? '' : `${part.place}, `}${field}[${index}]`;
  if (hasField(part.value, 'itemResults') || hasField(part.value, 'item_results'))
    return readPart(file, part, runSchema).map(({ item, evaluations }, index) => {
      const place = at('itemResults', index);
      const scores = evaluations.map(({ name, value, comment = null }) => ({ name, value, comment }));
      return {
        id: item.id ?? nameInput(item.input),
        ...judgeScores(scores, rules, { file: file.name, place }),
        place,
      };
    });
  if (hasField(part.value, 'experimentItemId'))
    return [outcomeOf(readPart(file, part, apiItemSchema), rules, file, part.place ?? 'line 1')];
  const items = Array.isArray(part.value)
    ? readPart(file, part, itemsSchema)
    : readPart(file, part, pageSchema).data;
  return items.map((item, index) => outcomeOf(item, rules, file, at('data', index)));
}

function outcomeOf(
  { experimentItemId: id, level, scores }: z.infer<typeof apiItemSchema>,
  rules: readonly ScoreRule[],
  { name }: ResultsFile,
  place: string,
): Outcome {
  if (level === FAILED_LEVEL) return { id, result: 'error', reason: 'the task failed', place };
  const named = scores.map((score) => ({
    name: score.name,
    value: readValue(score),
    comment: score.comment ?? null,
  }));
  return { id, ...judgeScores(named, rules, { file: name, place }), place };
}

/** Boolean scores are 0 and 1 in some versions. */
function readValue({ value, dataType }: { value?: unknown; dataType?: string | null | undefined }): unknown {
  return dataType === 'BOOLEAN' && typeof value === 'number' ? value === 1 : value;
}

function nameInput(input: unknown): string {
  return typeof input === 'string' ? input : stableJson(input ?? null);
}
