import { AppError } from '../../platform/errors/app-error';

/** For a credential that is right, but whose account the operator has disabled. */
export function disabledAccount(loc: string[]): AppError {
  return new AppError('account_disabled', 'The account is disabled; ask the operator of the service', {
    loc,
  });
}
