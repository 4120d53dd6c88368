import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { read } from '../../api/client';
import type { Workspace } from '../../workspace/workspace';

const PAGE_SIZE = 50;

/** A page of the findings that the filter selects, newest first. */
export function findingsQuery({ id, client }: Workspace, filter: string, cursor: string | null) {
  return queryOptions({
    queryKey: [id, 'findings', filter, cursor],
    queryFn: ({ signal }) => {
      const query = { ...(filter === '' ? {} : { filter }), limit: PAGE_SIZE, cursor };
      return read(client.GET('/v1/findings', { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
  });
}
