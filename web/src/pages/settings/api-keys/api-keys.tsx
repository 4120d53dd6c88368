import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/button';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorNotice } from '../../../ui/error-notice';
import { Loading } from '../../../ui/loading';
import { Pagination } from '../../../ui/pagination';
import { apiKeysQuery } from '../../../workspace/api-key-queries';
import { useSearch } from '../../../workspace/use-search';
import { useWorkspace } from '../../../workspace/workspace';
import { SettingsHead } from '../shared/settings-head';
import { ApiKeyTable } from './api-key-table';
import { CreateKeyDialog } from './create-key-dialog';

/** The API keys tab. */
export function ApiKeys() {
  const { search, change } = useSearch();
  const cursor = search.get('cursor');
  const { data, error, isPlaceholderData, refetch } = useQuery(apiKeysQuery(useWorkspace(), cursor));
  const [isCreating, setCreating] = useState(false);
  return (
    <>
      <SettingsHead
        action={
          <Button variant="primary" onPress={() => setCreating(true)}>
            New API key
          </Button>
        }
      >
        Your API keys, and all keys of the workspaces that you administer. Send a key as{' '}
        <code>Authorization: Bearer …</code>.
      </SettingsHead>
      {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Loading label="Loading API keys" />}
      {data !== undefined && (
        <div aria-busy={isPlaceholderData}>
          {data.items.length === 0 ? (
            <EmptyState title="No API keys yet">Create one to send traces or call the API.</EmptyState>
          ) : (
            <ApiKeyTable keys={data.items} />
          )}
          <Pagination
            label="API keys"
            isFirst={cursor === null}
            nextCursor={data.next_page_cursor}
            onFirst={() => change({ cursor: null })}
            onNext={(next) => change({ cursor: next })}
          />
        </div>
      )}
      <CreateKeyDialog isOpen={isCreating} onClose={() => setCreating(false)} />
    </>
  );
}
