import { useLocation } from 'react-router';
import { withParams } from '../../text/url-filters';
import { useWorkspace } from '../../workspace/workspace';

type Changes = Record<string, string | null>;

/** Returns a function that returns the URL of the overview with changed parameters; null or empty removes one. */
export function useOverviewLink(): (changes: Changes) => string {
  const { href } = useWorkspace();
  const { search } = useLocation();
  return (changes) => `${href('overview')}?${withParams(new URLSearchParams(search), changes)}`;
}
