import { AppError } from '../../platform/errors/app-error';

/** The error for a valid credential whose account was disabled by the operator. */
export function disabledAccount(loc: string[]): AppError {
  return new AppError('account_disabled', 'The account is disabled. Contact the operator of the service', {
    loc,
  });
}
