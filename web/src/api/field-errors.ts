import { ApiError, type ErrorEntry } from './api-error';

export interface FieldErrors {
  /** The error of a field or of anything in it; null without one. */
  at: (field: string) => string | null;
  /** The errors of no field; null without any. */
  rest: Error | null;
}

/**
 * Assigns the entries of an error to the fields that a form shows. Fields are paths in the request body, e.g.
 * `config.model`.
 */
export function getFieldErrors(error: Error | null, fields: readonly string[]): FieldErrors {
  if (!(error instanceof ApiError)) return { at: () => null, rest: error };
  const others = error.detail.filter((entry) => !fields.some((field) => isWithin(entry, field)));
  const isAllShown = error.detail.length > 0 && others.length === 0;
  return {
    at: (field) => {
      const entries = error.detail.filter((entry) => isWithin(entry, field));
      return entries.length === 0 ? null : entries.map(({ msg }) => msg).join('; ');
    },
    rest: isAllShown ? null : new ApiError(error.status, others, error.requestId, error.retryAfterSeconds),
  };
}

function isWithin({ loc: [place, ...steps] }: ErrorEntry, field: string): boolean {
  return place === 'body' && `${steps.join('.')}.`.startsWith(`${field}.`);
}
