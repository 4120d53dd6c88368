import { ApiError } from './api-error';

export interface FieldFaults {
  /** What is wrong with a field of the body; null when nothing is. */
  at: (field: string) => string | null;
  /** What concerns none of the fields; null when nothing is left. */
  rest: Error | null;
}

/** An error of a form, told apart by the fields of the request's body that the form shows. */
export function readFieldFaults(error: Error | null, fields: readonly string[]): FieldFaults {
  if (!(error instanceof ApiError)) return { at: () => null, rest: error };
  const isShown = ([place, field]: readonly string[]) =>
    place === 'body' && field !== undefined && fields.includes(field);
  const others = error.detail.filter(({ loc }) => !isShown(loc));
  const isAllShown = error.detail.length > 0 && others.length === 0;
  return {
    at: (field) => {
      const entries = error.detail.filter(({ loc }) => isShown(loc) && loc[1] === field);
      return entries.length === 0 ? null : entries.map(({ msg }) => msg).join('; ');
    },
    rest: isAllShown ? null : new ApiError(error.status, others, error.requestId, error.retryAfterSeconds),
  };
}
