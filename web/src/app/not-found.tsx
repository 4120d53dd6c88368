import { Link } from 'react-router';
import { EmptyState } from '../ui/empty-state';

/** Shown for an unknown URL. */
export function NotFound() {
  return (
    <EmptyState title="Page not found" isPage>
      <Link to="/">Go to the home page</Link>
    </EmptyState>
  );
}
