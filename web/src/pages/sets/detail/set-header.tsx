import { useNavigate } from 'react-router';
import type { ConversationSet } from '../../../api/types';
import { Button } from '../../../ui/button';
import { PageHeader } from '../../../ui/page-header';
import { Time } from '../../../ui/time';
import { toReference } from '../../../workspace/conversation-source';
import { useList } from '../../../workspace/use-list';
import { useSearch } from '../../../workspace/use-search';
import { useWorkspace } from '../../../workspace/workspace';
import { DeleteSetButton } from '../shared/delete-set-button';
import { NewVersionDialog } from './new-version-dialog';

/** Title, facts and actions of a set. */
export function SetHeader({ set }: { set: ConversationSet }) {
  const { href, canWrite } = useWorkspace();
  const { search, change } = useSearch();
  const navigate = useNavigate();
  const list = useList('Sets', 'sets');
  const use = (page: string) =>
    navigate(href(`${page}?create=1&set=${encodeURIComponent(toReference(set))}`));
  return (
    <>
      <PageHeader
        title={set.name}
        parent={list}
        facts={
          <>
            <span>Version {set.version}</span>
            <span>
              Created <Time at={set.created_at} />
            </span>
          </>
        }
        actions={
          canWrite && (
            <>
              <Button onPress={() => use('optimization-runs')}>Optimize prompt</Button>
              <Button onPress={() => change({ do: 'version' })}>New version…</Button>
              <DeleteSetButton set={set} onDeleted={() => navigate(list.to, { replace: true })} />
              <Button variant="primary" onPress={() => use('experiments')}>
                Start experiment
              </Button>
            </>
          )
        }
      />
      {canWrite && (
        <NewVersionDialog
          set={set}
          isOpen={search.get('do') === 'version'}
          onClose={() => change({ do: null }, { replace: true })}
          onCreated={() => change({ do: null, version: null }, { replace: true })}
        />
      )}
    </>
  );
}
