import { z } from 'zod';
import type { Case } from '../cases/case';
import { hasField, type ResultsFile, readPart } from './documents';
import { type Outcome, singleOutcomes } from './outcomes';

const reportSchema = z.object({
  schema_version: z.literal(1, 'expected a report of this version of assay gate'),
  cases: z.array(
    z.object({
      id: z.string(),
      failed: z.array(z.boolean()),
      errors: z.int().min(0),
      reason: z.string().nullable(),
    }),
  ),
});

/** A line that `assay detect --out` writes. */
const lineSchema = z
  .object({
    id: z.union([z.string(), z.number()]).nullish(),
    external_id: z.string().nullish(),
    annotations: z.array(z.looseObject({ label: z.string(), text: z.string().nullish() })).optional(),
    verdict: z.string().nullish(),
    error: z.string().nullish(),
    no_verdict: z.looseObject({ message: z.string().nullish() }).nullish(),
  })
  .refine(
    ({ id, external_id: externalId }) => (externalId ?? id ?? null) !== null,
    'expected an id: give the conversations of assay detect ids',
  );

/** Reads a report of the gate, which has the candidate's cases, or the lines of `assay detect`: an annotation fails. */
export function readAssay(file: ResultsFile): Case[] {
  const [first] = file.parts;
  if (first !== undefined && !file.isLines && hasField(first.value, 'schema_version')) {
    const { cases } = readPart(file, first, reportSchema);
    singleOutcomes(
      cases.map(({ id }, index) => ({ id, result: 'none', reason: null, place: `cases[${index}]` })),
      file.name,
    );
    return cases;
  }
  return singleOutcomes(
    file.parts.map((part) => ({
      ...outcomeOf(readPart(file, part, lineSchema)),
      place: part.place ?? 'line 1',
    })),
    file.name,
  );
}

function outcomeOf(line: z.infer<typeof lineSchema>): Omit<Outcome, 'place'> {
  const { annotations = [], verdict, error, no_verdict: noVerdict } = line;
  const id = String(line.external_id ?? line.id);
  if (error != null || noVerdict != null)
    return { id, result: 'error', reason: error ?? noVerdict?.message ?? null };
  if (verdict === 'not_judgeable') return { id, result: 'none', reason: null };
  const [first] = annotations;
  if (first === undefined) return { id, result: 'passed', reason: null };
  return { id, result: 'failed', reason: first.text == null ? first.label : `${first.label}: ${first.text}` };
}
