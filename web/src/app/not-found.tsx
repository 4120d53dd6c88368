import { Link } from 'react-router';
import { EmptyState } from '../ui/empty-state';

/** An address that leads nowhere. */
export function NotFound() {
  return (
    <EmptyState title="Page not found" isPage>
      <Link to="/">Go to the home page</Link>
    </EmptyState>
  );
}
