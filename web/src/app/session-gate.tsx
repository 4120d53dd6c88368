import { Navigate, Outlet, useLocation } from 'react-router';
import { useIdentity } from '../api/session';
import { ErrorNotice } from '../ui/error-notice';
import { PageLoading } from './page-loading';

/** Requires a session. Signing in returns to the requested URL. */
export function SessionGate() {
  const { data: identity, error, refetch } = useIdentity();
  const { pathname, search, hash } = useLocation();
  if (identity === null) {
    const target = pathname + search + hash;
    const to = target === '/' ? '/sign-in' : `/sign-in?to=${encodeURIComponent(target)}`;
    return <Navigate to={to} replace />;
  }
  if (identity !== undefined) return <Outlet />;
  return error === null ? <PageLoading /> : <ErrorNotice error={error} onRetry={refetch} />;
}
