import { createBrowserRouter, Link, Navigate, Outlet, useLocation, useRouteError } from 'react-router';
import { useIdentity } from '../api/session';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { ErrorNotice } from '../ui/error-notice';
import { chooseWorkspace } from './last-workspace';
import { PageLoading } from './page-loading';
import { WorkspaceShell } from './workspace-shell';

/** Creates the router of all URLs. Pages are loaded lazily. */
export function createRouter() {
  return createBrowserRouter([
    {
      HydrateFallback: PageLoading,
      ErrorBoundary: RouteError,
      children: [
        {
          path: '/sign-in',
          lazy: async () => ({ Component: (await import('../pages/entry/sign-in')).SignIn }),
        },
        {
          path: '/invite',
          lazy: async () => ({ Component: (await import('../pages/entry/invite')).Invite }),
        },
        {
          Component: SessionGate,
          children: [
            { path: '/', Component: EntryRedirect },
            { path: '/w/:workspaceId', Component: WorkspaceShell, children: workspacePages },
          ],
        },
        { path: '*', Component: NotFound },
      ],
    },
  ]);
}

/** Pages of a workspace, under /w/<workspace id>. */
const workspacePages = [
  {
    ErrorBoundary: RouteError,
    children: [
      { index: true, Component: EntryRedirect },
      {
        path: 'overview',
        lazy: async () => ({
          Component: (await import('../pages/overview/first-run/overview-entry')).OverviewEntry,
        }),
      },
      {
        path: 'prompts/:value',
        lazy: async () => ({
          Component: (await import('../pages/overview/segment/segment-page')).PromptPage,
        }),
      },
      {
        path: 'models/:value',
        lazy: async () => ({ Component: (await import('../pages/overview/segment/segment-page')).ModelPage }),
      },
      {
        path: 'agents/:value',
        lazy: async () => ({ Component: (await import('../pages/overview/segment/segment-page')).AgentPage }),
      },
      {
        path: 'conversations',
        lazy: async () => ({
          Component: (await import('../pages/conversations/list/conversations')).Conversations,
        }),
      },
      {
        path: 'conversations/:conversationId',
        lazy: async () => ({
          Component: (await import('../pages/conversations/detail/conversation-page')).ConversationPage,
        }),
      },
      {
        path: 'ingestion',
        lazy: async () => ({
          Component: (await import('../pages/ingestion/ingestion-page')).IngestionPage,
        }),
      },
      {
        path: 'findings',
        lazy: async () => ({ Component: (await import('../pages/findings/findings')).Findings }),
      },
      {
        path: 'sets',
        lazy: async () => ({ Component: (await import('../pages/sets/list/sets')).Sets }),
      },
      {
        path: 'sets/:setId',
        lazy: async () => ({ Component: (await import('../pages/sets/detail/set-page')).SetPage }),
      },
      {
        path: 'review',
        lazy: async () => ({ Component: (await import('../pages/review/review-page')).ReviewPage }),
      },
      {
        path: 'review/:queueId',
        lazy: async () => ({ Component: (await import('../pages/review/session/queue-review')).QueueReview }),
      },
      {
        path: 'experiments',
        lazy: async () => ({
          Component: (await import('../pages/experiments/list/experiments')).Experiments,
        }),
      },
      {
        path: 'experiments/schedules',
        lazy: async () => ({
          Component: (await import('../pages/experiments/schedules/schedules')).Schedules,
        }),
      },
      {
        path: 'experiments/schedules/:scheduleId',
        lazy: async () => ({
          Component: (await import('../pages/experiments/schedules/schedule-page')).SchedulePage,
        }),
      },
      {
        path: 'experiments/:experimentId',
        lazy: async () => ({
          Component: (await import('../pages/experiments/detail/experiment-page')).ExperimentPage,
        }),
      },
      {
        path: 'experiments/:experimentId/compare/:otherId',
        lazy: async () => ({
          Component: (await import('../pages/experiments/comparison/comparison-page')).ComparisonPage,
        }),
      },
      {
        path: 'optimization-runs',
        lazy: async () => ({
          Component: (await import('../pages/optimization-runs/list/optimization-runs')).OptimizationRuns,
        }),
      },
      {
        path: 'optimization-runs/:runId',
        lazy: async () => ({
          Component: (await import('../pages/optimization-runs/detail/optimization-run-page'))
            .OptimizationRunPage,
        }),
      },
      {
        path: 'account',
        lazy: async () => ({ Component: (await import('../pages/account/account')).Account }),
      },
      {
        path: 'settings',
        lazy: async () => ({ Component: (await import('../pages/settings/settings')).Settings }),
      },
      { path: '*', Component: NotFound },
    ],
  },
];

/** Redirects `/` to the overview of the last used workspace. */
function EntryRedirect() {
  const { data: identity } = useIdentity();
  const workspace = chooseWorkspace(identity?.workspaces ?? []);
  if (workspace === null) {
    return <EmptyState title="You are not a member of a workspace">Ask an admin to invite you.</EmptyState>;
  }
  return <Navigate to={`/w/${workspace.id}/overview`} replace />;
}

/** Shown for an unknown URL. */
function NotFound() {
  return (
    <EmptyState title="Page not found" isPage>
      <Link to="/">Go to the home page</Link>
    </EmptyState>
  );
}

/** Shown when a page throws while rendering or its script cannot be loaded, e.g. after a deployment. */
function RouteError() {
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

/** Requires a session. Signing in returns to the requested URL. */
function SessionGate() {
  const { data: identity, error, refetch } = useIdentity();
  const { pathname, search, hash } = useLocation();
  if (identity === null) {
    const target = pathname + search + hash;
    const to = target === '/' ? '/sign-in' : `/sign-in?to=${encodeURIComponent(target)}`;
    return <Navigate to={to} replace />;
  }
  if (identity !== undefined) return <Outlet />;
  return error === null ? <PageLoading /> : <ErrorNotice error={error} onRetry={refetch} />;
}
