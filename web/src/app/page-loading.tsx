import { Loading } from '../ui/loading';

/** Shown until the first page is there. */
export function PageLoading() {
  return <Loading label="Loading dashboard" />;
}
