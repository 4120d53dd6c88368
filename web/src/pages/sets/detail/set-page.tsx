import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ApiError } from '../../../api/api-error';
import { ButtonLink } from '../../../ui/button-link';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorNotice } from '../../../ui/error-notice';
import { Loading } from '../../../ui/loading';
import { useListHref } from '../../../workspace/use-list-href';
import { useWorkspace } from '../../../workspace/workspace';
import { setQuery } from '../shared/set-queries';
import { SetView } from './set-view';

/** A set of conversations: its versions and their conversations. */
export function SetPage() {
  const { setId = '' } = useParams();
  const { data, error, refetch } = useQuery(setQuery(useWorkspace(), setId));
  const list = useListHref('sets');
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState title="Set not found" isPage>
        <p>It was deleted, belongs to another workspace, or the address is incomplete.</p>
        <ButtonLink to={list}>Go to sets</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <>
      {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
      {data !== undefined && <SetView key={data.id} set={data} />}
      {data === undefined && error === null && <Loading label="Loading set" />}
    </>
  );
}
