import { ApiError, type ErrorEntry } from './api-error';

export interface FieldErrors {
  /** What is wrong with one of the fields, or within it; null when nothing is. */
  at: (field: string) => string | null;
  /** What concerns none of the fields; null when nothing is left. */
  rest: Error | null;
}

/** An error of a form, told apart by the fields of the request's body that the form shows, e.g. `config.model`. */
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
