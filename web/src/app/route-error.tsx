import { useRouteError } from 'react-router';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';

/** A page that failed while it was drawn, or could not be loaded, e.g. after a new version was deployed. */
export function RouteError() {
  const error = useRouteError();
  return (
    <EmptyState title="This page could not be displayed" isPage>
      <p>{error instanceof Error ? error.message : 'An unknown error occurred.'}</p>
      <Button variant="primary" onPress={() => window.location.reload()}>
        {' '}
        Reload page{' '}
      </Button>
    </EmptyState>
  );
}
