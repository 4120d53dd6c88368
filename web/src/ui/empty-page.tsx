import { EmptyState } from './empty-state';

/** A later page of a list without items: they have been deleted, or no longer match. */
export function EmptyPage() {
  return <EmptyState title="No more results">Go back to the first page.</EmptyState>;
}
