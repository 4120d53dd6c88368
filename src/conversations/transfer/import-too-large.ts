import { AppError, type AppErrorOptions } from '../../platform/errors/app-error';

/** The error of an import that exceeds `max`, a number with its unit. */
export function importTooLarge(max: string, options: AppErrorOptions): AppError {
  const message = `An import may have at most ${max}. Send the rest in another import`;
  return new AppError('import_too_large', message, options);
}
