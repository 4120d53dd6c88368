import { createInvalidationService } from '../conversations/changed-periods/invalidation.service';
import type { Route } from '../platform/http/route';
import { analyticsRoutes } from './analytics.routes';
import { createAnalyticsService } from './analytics.service';

/** Counts of messages. */
export function createAnalytics({ queryTimeoutMs }: { queryTimeoutMs: number }): { routes: Route[] } {
  const analytics = createAnalyticsService({ invalidation: createInvalidationService(), queryTimeoutMs });
  return { routes: analyticsRoutes({ analytics }) };
}
