import { z } from 'zod';
import type { ReplySchema } from '../../providers/chat-model';
import type { IssueLabel } from '../evaluator';

const findingSchema = z.object({
  part: z.int(),
  quote: z.string(),
  label: z.string(),
  explanation: z.string(),
  parameter: z.string().nullable().default(null),
  evidence: z.array(z.int()).default([]),
});

/** One issue as the judge reports it: by quote, because models count characters badly. */
export type Finding = z.infer<typeof findingSchema>;

const answerSchema = z.object({ findings: z.array(findingSchema) });

/**
 * The schema the judge's answer is asked to follow. Every property is required, as strict structured output
 * demands; evidence and explanation come before the label, so that the judge looks before it names.
 */
export function judgeAnswerSchema(labels: readonly IssueLabel[]): ReplySchema {
  const properties = {
    part: { type: 'integer' },
    quote: { type: 'string' },
    evidence: { type: 'array', items: { type: 'integer' } },
    explanation: { type: 'string' },
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

/**
 * Reads the judge's answer: the JSON object itself, or the one object of that form among other text, trailing
 * commas allowed. Null where there is none, and where there are several: which one is meant is not guessed.
 */
export function readFindings(answer: string): Finding[] | null {
  const whole = parseAnswer(answer);
  if (whole !== null) return whole;

  const readings = objectsIn(answer)
    .map((text) => parseAnswer(withoutTrailingCommas(text)))
    .filter((findings) => findings !== null);
  return readings.length === 1 ? (readings[0] ?? null) : null;
}

function parseAnswer(text: string): Finding[] | null {
  return answerSchema.safeParse(parseJson(text)).data?.findings ?? null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The outermost balanced `{…}` of a text, up to the first that is never closed. */
function objectsIn(text: string): string[] {
  const objects: string[] = [];
  let start = text.indexOf('{');
  while (start >= 0) {
    const end = endOfObject(text, start);
    if (end === null) break;
    objects.push(text.slice(start, end));
    start = text.indexOf('{', end);
  }
  return objects;
}

/** The index after the brace that closes the one at `start`; braces inside JSON strings do not count. */
function endOfObject(text: string, start: number): number | null {
  // A string that is never closed runs to the end: it must be one token, or each quote in it is tried in turn.
  const token = /[{}]|"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)/gs;
  token.lastIndex = start;
  let depth = 0;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    if (match[0] === '{') depth += 1;
    if (match[0] === '}') depth -= 1;
    if (depth === 0) return token.lastIndex;
  }
  return null;
}

function withoutTrailingCommas(json: string): string {
  return json.replace(/("[^"\\]*(?:\\.[^"\\]*)*")|,(?=\s*[\]}])/gs, '$1');
}
