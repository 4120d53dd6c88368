import { z } from 'zod';
import { parseJson, writeJson } from '../../../packages/text';
import {
  AppError,
  type ErrorCode,
  errorCatalog,
  type Problem,
  ValidationError,
  validationTypes,
} from '../errors/app-error';
import { internalError, resourceNotFound } from '../errors/error-templates';
import { mongoUnavailable } from '../mongo/disk-space';
import { isMongoOutage } from '../mongo/outage';
import { maskKeys } from '../security/mask-keys';

const errorTypeSchema = z
  .enum([...(Object.keys(errorCatalog) as ErrorCode[]), ...validationTypes])
  .meta({ id: 'ErrorType', description: 'Stable error code' });

export const errorDetailSchema = z
  .object({
    loc: z.array(z.string()).describe('Location of the error, for example ["body", "messages", "0", "role"]'),
    msg: z.string(),
    type: errorTypeSchema,
    input: z.unknown().describe('The invalid input, truncated to 1 KiB; null when absent or secret'),
    ctx: z
      .record(z.string(), z.unknown())
      .describe('Details of the error, for example the limit that was exceeded'),
  })
  .meta({ id: 'ErrorDetail' });

export const errorSchema = z.object({ detail: z.array(errorDetailSchema) }).meta({ id: 'Error' });

export interface ErrorResponse {
  status: number;
  headers: Record<string, string>;
  body: { detail: Required<Problem>[] };
  /** True for an error without a code, so that it is logged with its stack. */
  isUnexpected: boolean;
}

/** Converts any error to the contract's `{ detail: [...] }`. The only place that writes an error body. */
export function toErrorResponse(error: unknown): ErrorResponse {
  if (error instanceof ValidationError) {
    return {
      status: 422,
      headers: {},
      body: { detail: error.problems.map(fillProblem) },
      isUnexpected: false,
    };
  }
  const appError = asAppError(error);
  if (appError === null)
    return errorResponseOf(internalError('Quote the x-request-id header when you report it'), true);
  return errorResponseOf(appError, false);
}

function asAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (error instanceof URIError) return resourceNotFound('Path', { loc: ['path'] });
  if (isMongoOutage(error)) {
    return mongoUnavailable({ cause: error, retryAfterMs: 2000 });
  }
  return null;
}

function errorResponseOf(error: AppError, isUnexpected: boolean): ErrorResponse {
  const { status } = errorCatalog[error.code];
  const headers: Record<string, string> = {};
  // The rest of the body would be read as the next request.
  if (status === 408) headers.Connection = 'close';
  if (status === 401) headers['WWW-Authenticate'] = challenge(error.code);
  if (status === 429 || status === 503 || error.retryAfterMs !== undefined) {
    headers['Retry-After'] = String(Math.max(1, Math.ceil((error.retryAfterMs ?? 1000) / 1000)));
  }
  const problem = fillProblem({
    loc: error.loc,
    msg: error.message,
    type: error.code,
    input: error.input,
    ctx: error.ctx,
  });
  return { status, headers, body: { detail: [problem] }, isUnexpected };
}

/** RFC 6750, section 3: a request without any credential gets no error code. */
function challenge(code: ErrorCode): string {
  return code === 'not_authenticated'
    ? 'Bearer realm="assay"'
    : `Bearer realm="assay", error="invalid_token", error_description="${code}"`;
}

/** Fills in absent fields, and drops keys that the contract does not have. */
function fillProblem({ loc, msg, type, input = null, ctx = {} }: Problem): Required<Problem> {
  const masked = maskKeys(writeJson({ loc, msg, type, input, ctx }));
  return parseJson(masked) as Required<Problem>;
}
