import { createInvalidationService } from '../conversations/changed-periods/invalidation.service';
import type { Route } from '../platform/http/route';
import { analyticsRoutes } from './analytics.routes';
import { createAnalyticsService } from './analytics.service';
import type { AnalyticsDependencies } from './read-parts';

/** Counts of messages. */
export function createAnalytics({
  queryTimeoutMs,
  tagKeysOf,
}: Required<Pick<AnalyticsDependencies, 'queryTimeoutMs' | 'tagKeysOf'>>): { routes: Route[] } {
  const analytics = createAnalyticsService({
    invalidation: createInvalidationService(),
    queryTimeoutMs,
    tagKeysOf,
  });
  return { routes: analyticsRoutes({ analytics }) };
}
