import { useLocation } from 'react-router';
import { useWorkspace } from './workspace';

/** What a link of a list hands to the page that it leads to: the filter and the page of the list. */
export function useListState(): { from: string } {
  return { from: useLocation().search };
}

/** The list below the workspace that led to this page, as it was there; all of it for those who came by another way. */
export function useListHref(path: string): string {
  const { href } = useWorkspace();
  const state: unknown = useLocation().state;
  const isFromList = typeof state === 'object' && state !== null && 'from' in state;
  const search = isFromList && typeof state.from === 'string' ? state.from : '';
  return href(path) + (search.startsWith('?') ? search : '');
}
