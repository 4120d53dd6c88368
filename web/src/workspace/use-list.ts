import { useLocation } from 'react-router';
import { type ListLink, readListLink } from '../text/list-link';
import { useWorkspace } from './workspace';

/** The router state of a link in a list: the list to return to. */
export function useListState(name: string): { from: ListLink } {
  const { pathname, search } = useLocation();
  return { from: { name, to: pathname + search } };
}

/** The list that linked to this page, with its parameters; otherwise the one with this name and path. */
export function useList(name: string, path: string): ListLink {
  const { href } = useWorkspace();
  return readListLink(useLocation().state) ?? { name, to: href(path) };
}
