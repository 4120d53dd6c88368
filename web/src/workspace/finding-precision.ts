import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { read } from '../api/client';
import type { Workspace } from './workspace';

/** How many of the reviewed findings people confirmed; null: of all findings. */
export function findingPrecisionQuery({ id, client }: Workspace, filter: string | null) {
  return queryOptions({
    queryKey: [id, 'finding-precision', filter],
    queryFn: ({ signal }) => {
      const query = filter === null ? {} : { filter };
      return read(client.GET('/v1/accuracy/findings', { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
  });
}
