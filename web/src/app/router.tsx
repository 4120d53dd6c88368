import { createBrowserRouter } from 'react-router';
import { EntryRedirect } from './entry-redirect';
import { NotFound } from './not-found';
import { PageLoading } from './page-loading';
import { RouteError } from './route-error';
import { SessionGate } from './session-gate';
import { WorkspaceShell } from './workspace-shell';

/** Every address of the dashboard. Pages are loaded when they are first opened. */
export function createRouter() {
  return createBrowserRouter([
    {
      HydrateFallback: PageLoading,
      ErrorBoundary: RouteError,
      children: [
        {
          path: '/sign-in',
          lazy: async () => ({ Component: (await import('../pages/sign-in/sign-in')).SignIn }),
        },
        {
          path: '/invite',
          lazy: async () => ({ Component: (await import('../pages/invite/invite')).Invite }),
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

/** The pages of a workspace, below /w/<workspace id>. */
const workspacePages = [
  {
    ErrorBoundary: RouteError,
    children: [
      { index: true, Component: EntryRedirect },
      {
        path: 'overview',
        lazy: async () => ({ Component: (await import('../pages/overview/overview')).Overview }),
      },
      {
        path: 'conversations',
        lazy: async () => ({
          Component: (await import('../pages/conversations/conversations')).Conversations,
        }),
      },
      {
        path: 'conversations/:conversationId',
        lazy: async () => ({
          Component: (await import('../pages/conversation/conversation-page')).ConversationPage,
        }),
      },
      {
        path: 'experiments',
        lazy: async () => ({ Component: (await import('../pages/experiments/experiments')).Experiments }),
      },
      {
        path: 'experiments/:experimentId',
        lazy: async () => ({
          Component: (await import('../pages/experiment/experiment-page')).ExperimentPage,
        }),
      },
      {
        path: 'experiments/:experimentId/compare/:otherId',
        lazy: async () => ({
          Component: (await import('../pages/comparison/comparison-page')).ComparisonPage,
        }),
      },
      {
        path: 'optimization-runs',
        lazy: async () => ({
          Component: (await import('../pages/optimization-runs/optimization-runs')).OptimizationRuns,
        }),
      },
      {
        path: 'optimization-runs/:runId',
        lazy: async () => ({
          Component: (await import('../pages/optimization-run/optimization-run-page')).OptimizationRunPage,
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
