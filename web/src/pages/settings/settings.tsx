import { useQuery } from '@tanstack/react-query';
import { ErrorNotice } from '../../ui/error-notice';
import { Loading } from '../../ui/loading';
import { PageHeader } from '../../ui/page-header';
import { Tabs } from '../../ui/tabs';
import { issueConfigQuery } from '../../workspace/issue-config';
import { useSearch } from '../../workspace/use-search';
import { useWorkspace } from '../../workspace/workspace';
import { ApiKeys } from './api-keys/api-keys';
import { CalibrationTab } from './calibration/calibration-tab';
import { Evaluators } from './evaluators/evaluators';
import { IssueConfigForm } from './issue-config/issue-config-form';
import { Members } from './members/members';
import { SettingsHead } from './shared/settings-head';
import { WorkspaceTab } from './workspace/workspace-tab';

/** Most used first. */
const tabs = [
  { id: 'workspace', name: 'Workspace', content: <WorkspaceTab /> },
  { id: 'api-keys', name: 'API keys', content: <ApiKeys /> },
  { id: 'members', name: 'Members', content: <Members /> },
  { id: 'evaluators', name: 'Evaluators', content: <Evaluators /> },
  { id: 'issue-config', name: 'Issue configuration', content: <IssueConfigTab /> },
  { id: 'calibration', name: 'Calibration', content: <CalibrationTab /> },
];

/** The settings: workspace, API keys, members, evaluators, issue configuration, calibration. */
export function Settings() {
  const { search, change } = useSearch();
  const requested = search.get('tab');
  const open = tabs.find(({ id }) => id === requested) ?? tabs[0];
  return (
    <>
      <PageHeader title="Settings" />
      <Tabs
        label="Settings"
        value={open?.id ?? ''}
        tabs={tabs}
        onChange={(tab) => change({ tab: tab === tabs[0]?.id ? null : tab, cursor: null }, { replace: true })}
      />
    </>
  );
}

/** The issue configuration tab. */
function IssueConfigTab() {
  const { data, error, refetch } = useQuery(issueConfigQuery(useWorkspace()));
  return (
    <>
      <SettingsHead>
        Labels for issues, and context for judges. Each change creates a new version. Evaluations record the
        version that they used.
      </SettingsHead>
      {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Loading label="Loading issue configuration" />}
      {data !== undefined && <IssueConfigForm saved={data} />}
    </>
  );
}
