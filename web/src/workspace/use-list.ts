import { useLocation } from 'react-router';
import { useWorkspace } from './workspace';

/** The router state of a link in a list: the URL parameters of the list. */
export function useListState(): { from: string } {
  return { from: useLocation().search };
}

/** The URL of the list that linked to this page, with its parameters; without them otherwise. */
export function useListHref(path: string): string {
  const { href } = useWorkspace();
  const state: unknown = useLocation().state;
  const isFromList = typeof state === 'object' && state !== null && 'from' in state;
  const search = isFromList && typeof state.from === 'string' ? state.from : '';
  return href(path) + (search.startsWith('?') ? search : '');
}
