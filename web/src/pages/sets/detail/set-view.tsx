import type { ConversationSet } from '../../../api/types';
import { useSearch } from '../../../workspace/use-search';
import styles from '../shared/sets.module.css';
import { SetConversations } from './set-conversations';
import { SetHeader } from './set-header';
import { SetVersions } from './set-versions';

/** The versions of a set, and the conversations of the version that the URL names. */
export function SetView({ set }: { set: ConversationSet }) {
  const { search } = useSearch();
  const version = Number(search.get('version')) || set.version;
  return (
    <>
      <SetHeader set={set} />
      <div className={styles.view}>
        <SetVersions set={set} shown={version} />
        <SetConversations key={version} setId={set.id} version={version} />
      </div>
    </>
  );
}
