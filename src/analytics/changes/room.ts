import { createInvalidationService } from '../../conversations/changed-periods/invalidation.service';
import type { Route } from '../../platform/http/route';
import { createAnalyticsService } from '../analytics.service';
import type { AnalyticsDependencies } from '../read-parts';
import { changesRoutes } from './changes.routes';
import { createChangesService } from './changes.service';

/** What moved the rate of issues. */
export function createChanges({
  queryTimeoutMs,
  tagKeysOf,
}: Required<Pick<AnalyticsDependencies, 'queryTimeoutMs' | 'tagKeysOf'>>): { routes: Route[] } {
  const dependencies = { invalidation: createInvalidationService(), queryTimeoutMs, tagKeysOf };
  const analytics = createAnalyticsService(dependencies);
  return { routes: changesRoutes({ analytics, changes: createChangesService(dependencies) }) };
}
