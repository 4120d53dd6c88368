import { Loading } from '../ui/loading';

/** Shown until the first page has loaded. */
export function PageLoading() {
  return <Loading label="Loading dashboard" rows={18} />;
}
