import { z } from 'zod';
import type { IssueLabel } from '../../../packages/detector';
import type { ReplySchema } from '../../providers/chat-model';
import { parseJsonReply } from './tolerant-json';

/** Models that ignore the schema return 12 as "12", "E12" or "[E12]". */
const citationSchema = z.preprocess(
  (value) => (typeof value === 'string' ? Number(value.replace(/^\[?E?(\d+)\]?$/i, '$1')) : value),
  z.int(),
);

/** Models that ignore the schema return 0 as "0" or "[part 0]". */
const partSchema = z.preprocess(
  (value) => (typeof value === 'string' ? Number(value.replace(/^\D*(\d+)\D*$/, '$1')) : value),
  z.int().nullable(),
);

const findingSchema = z.object({
  /** Null if the judge does not name it. */
  part: partSchema.default(null),
  quote: z.string(),
  context: z.string().nullable().default(null),
  label: z.string(),
  explanation: z.string(),
  basis: z.enum(['contradicted', 'unsupported']).default('unsupported'),
  parameter: z.string().nullable().default(null),
  evidence: z.array(citationSchema).default([]),
});

/**
 * An issue as reported by the judge: with a quote instead of offsets, because models count characters badly.
 */
export type Finding = z.output<typeof findingSchema>;

const findingsSchema = z.array(findingSchema);
/** An object as the judge is asked for, or the list alone. */
const replySchema = z.union([
  z.object({ findings: findingsSchema }).transform(({ findings }) => findings),
  findingsSchema,
]);

/**
 * The schema of the judge's reply. Strict structured output requires every property. Evidence and explanation
 * come before basis and label, so that the model generates its reasoning before its conclusion.
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

/** Parses the findings in a reply of the judge; null if it is unreadable. */
export function parseFindings(reply: string): Finding[] | null {
  return parseJsonReply(reply, replySchema);
}
