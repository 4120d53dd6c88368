import { useQuery } from '@tanstack/react-query';
import { ErrorNotice } from '../../../ui/error-notice';
import { Loading } from '../../../ui/loading';
import { issueConfigQuery } from '../../../workspace/issue-config';
import { useWorkspace } from '../../../workspace/workspace';
import { SettingsHead } from '../shared/settings-head';
import { IssueConfigForm } from './issue-config-form';

/** The issue configuration tab. */
export function IssueConfigTab() {
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
