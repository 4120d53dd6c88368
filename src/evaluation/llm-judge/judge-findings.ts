import { z } from 'zod';
import type { ReplySchema } from '../../providers/chat-model';
import type { IssueLabel } from '../judgement/evaluator';
import { parseJsonReply } from './tolerant-json';

/** Models that ignore the schema write 12 as "12", "E12" or "[E12]". */
const citationSchema = z.preprocess(
  (value) => (typeof value === 'string' ? Number(value.replace(/^\[?E?(\d+)\]?$/i, '$1')) : value),
  z.int(),
);

const findingSchema = z.object({
  part: z.int(),
  quote: z.string(),
  context: z.string().nullable().default(null),
  label: z.string(),
  explanation: z.string(),
  basis: z.enum(['contradicted', 'unsupported']).default('unsupported'),
  parameter: z.string().nullable().default(null),
  evidence: z.array(citationSchema).default([]),
});

/** One issue as the judge reports it: by quote, because models count characters badly. */
export type Finding = z.output<typeof findingSchema>;

const answerSchema = z.object({ findings: z.array(findingSchema) });

/**
 * The schema the judge's answer is asked to follow. Every property is required, as strict structured output
 * demands; evidence and explanation come before basis and label, so that the judge looks before it names.
 */
export function findingsReplySchema(labels: readonly IssueLabel[]): ReplySchema {
  const properties = {
    part: { type: 'integer' },
    quote: { type: 'string' },
    context: { type: ['string', 'null'] },
    evidence: { type: 'array', items: { type: 'integer' } },
    explanation: { type: 'string' },
    basis: { type: 'string', enum: ['contradicted', 'unsupported'] },
    label: { type: 'string', enum: labels.map(({ name }) => name) },
    parameter: { type: ['string', 'null'] },
  };
  const finding = {
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
  const findings = { type: 'array', items: finding };
  return {
    name: 'findings',
    schema: { type: 'object', properties: { findings }, required: ['findings'], additionalProperties: false },
  };
}

/** The findings of the judge's answer; null where it cannot be read. */
export function parseFindings(answer: string): Finding[] | null {
  return parseJsonReply(answer, answerSchema)?.findings ?? null;
}
