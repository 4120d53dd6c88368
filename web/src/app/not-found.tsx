import { Link } from 'react-router';
import { EmptyState } from '../ui/empty-state';

/** An address that leads nowhere. */
export function NotFound() {
  return (
    <EmptyState title="There is no such page" isPage>
      <Link to="/">Go to the start</Link>
    </EmptyState>
  );
}
