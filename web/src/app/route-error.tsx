import { useRouteError } from 'react-router';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';

/** A page that failed while it was drawn, or could not be loaded, e.g. after a new version was deployed. */
export function RouteError() {
  const error = useRouteError();
  return (
    <EmptyState title="This page failed" isPage>
      <p>{error instanceof Error ? error.message : 'It ended with an unknown error.'}</p>
      <Button variant="primary" onPress={() => window.location.reload()}>
        Reload
      </Button>
    </EmptyState>
  );
}
