import { queryOptions } from '@tanstack/react-query';
import { read } from '../api/client';
import type { Workspace } from './workspace';

/** The issue configuration of the workspace. */
export function issueConfigQuery({ id, client }: Workspace) {
  return queryOptions({
    queryKey: [id, 'issue-config'],
    queryFn: ({ signal }) => read(client.GET('/v1/issue-config', { signal })),
  });
}
