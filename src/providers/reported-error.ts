import { z } from 'zod';

/** An error that a provider reports in the body of a successful response, as gateways do. */
export interface ReportedError {
  /** The HTTP status that it would have had; null if nothing says so. */
  status: number | null;
  code: string | null;
  message: string;
}

const word = z.union([z.string(), z.number()]).nullish().catch(null);
const errorSchema = z.object({ message: z.unknown().optional(), code: word, type: word, status: word });
type ErrorFields = z.output<typeof errorSchema>;

const bodySchema = z.object({
  object: z.unknown().optional(),
  error: z.unknown().optional(),
  choices: z
    .array(z.object({ error: z.unknown().optional() }).catch({ error: null }))
    .nullish()
    .catch(null),
});

/** Codes in words, with the status that providers send them with. */
const statusOfWords: readonly [RegExp, number][] = [
  [/insufficient_quota|rate_?limit|too_?many_?requests|resource_?exhausted|throttl/i, 429],
  [/overloaded|unavailable|server_?error|internal|bad_?gateway|api_?error|time_?out|deadline/i, 503],
  [/invalid|not_?found|permission|auth|forbidden|context_?length|content_?filter|billing|policy/i, 400],
];

/**
 * Reads `{"error": …}`, also of the first choice, the error objects of vLLM, and lists of one error, as Gemini sends.
 * Null for any other body.
 */
export function readReportedError(body: unknown): ReportedError | null {
  const response = bodySchema.safeParse(Array.isArray(body) ? body[0] : body).data;
  if (response === undefined) return null;
  const [choice] = response.choices ?? [];
  const reported = [response.error, choice?.error, response.object === 'error' ? body : null];
  return reported.map(readError).find((error) => error !== null) ?? null;
}

function readError(error: unknown): ReportedError | null {
  if (typeof error === 'string' && error.trim() !== '') return { status: null, code: null, message: error };
  const fields = errorSchema.safeParse(error).data;
  if (fields === undefined) return null;
  const { message, code, type, status } = fields;
  const text = typeof message === 'string' && message !== '' ? message : null;
  // Some servers add an empty error to every completion.
  if (text === null && !code && !type && !status) return null;
  return {
    status: statusOf(fields),
    code: (type === 'insufficient_quota' ? type : code)?.toString() ?? null,
    message: text ?? JSON.stringify(error),
  };
}

function statusOf({ code, status, type }: ErrorFields): number | null {
  const words = [code, status, type].filter((value) => value != null).map(String);
  const number = words.find((value) => /^[45]\d\d$/.test(value));
  if (number !== undefined) return Number(number);
  return statusOfWords.find(([pattern]) => words.some((value) => pattern.test(value)))?.[1] ?? null;
}
