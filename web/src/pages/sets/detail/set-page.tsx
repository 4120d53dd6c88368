import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { isNotFound } from '../../../api/api-error';
import type { ConversationSet } from '../../../api/types';
import { ButtonLink } from '../../../ui/button-link';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorNotice } from '../../../ui/error-notice';
import { Loading } from '../../../ui/loading';
import { useList } from '../../../workspace/use-list';
import { useSearch } from '../../../workspace/use-search';
import { useWorkspace } from '../../../workspace/workspace';
import { setQuery } from '../shared/set-queries';
import styles from '../shared/sets.module.css';
import { SetConversations } from './set-conversations';
import { SetHeader } from './set-header';
import { SetVersions } from './set-versions';

/** A set of conversations: its versions and their conversations. */
export function SetPage() {
  const { setId = '' } = useParams();
  const { data, error, refetch } = useQuery(setQuery(useWorkspace(), setId));
  const list = useList('Sets', 'sets');
  if (isNotFound(error)) {
    return (
      <EmptyState title="Set not found" isPage>
        <p>It was deleted, belongs to another workspace, or the address is incomplete.</p>
        <ButtonLink to={list.to}>Go to sets</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <>
      {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
      {data !== undefined && <SetView key={data.id} set={data} />}
      {data === undefined && error === null && <Loading label="Loading set" rows={14} />}
    </>
  );
}

/** The versions of a set, and the conversations of the version that the URL names. */
function SetView({ set }: { set: ConversationSet }) {
  const { search } = useSearch();
  const version = Number(search.get('version')) || set.version;
  return (
    <>
      <SetHeader set={set} />
      <div className={styles.view}>
        <SetVersions set={set} shown={version} />
        <SetConversations key={version} setId={set.id} name={set.name} version={version} />
      </div>
    </>
  );
}
