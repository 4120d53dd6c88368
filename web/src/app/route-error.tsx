import { useRouteError } from 'react-router';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';

/** Shown when a page throws while rendering or its script cannot be loaded, e.g. after a deployment. */
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
