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

const tabs = [
  { id: 'api-keys', name: 'API keys', content: <ApiKeys /> },
  { id: 'members', name: 'Members', content: <Members /> },
  { id: 'issue-config', name: 'Issue configuration', content: <IssueConfigTab /> },
  { id: 'evaluators', name: 'Evaluators', content: <Evaluators /> },
  { id: 'calibration', name: 'Calibration', content: <CalibrationTab /> },
  { id: 'workspace', name: 'Workspace', content: <WorkspaceTab /> },
];

/** The settings: API keys, members, issue configuration, evaluators, calibration, workspace. */
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
