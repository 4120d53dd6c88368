import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../ui/button';
import { EmptyPage } from '../ui/empty-page';
import { ErrorNotice } from '../ui/error-notice';
import { Loading } from '../ui/loading';
import { PageHeader } from '../ui/page-header';
import { Pagination } from '../ui/pagination';
import { useConversationSelection } from './conversation-selection';
import type { StatedChoice } from './conversation-source';
import { useSearch } from './use-search';
import { useWorkspace } from './workspace';

/** Props of a dialog that creates a resource from the selected conversations. */
export interface CreateDialogProps {
  conversationIds: readonly string[];
  /** How they were chosen. */
  chosenBy: StatedChoice;
  /** The set to create it from, `name@version`; null: the selected conversations. */
  set: string | null;
  isOpen: boolean;
  onClose(): void;
  onCreated(created: { id: string }): void;
}

interface ListPageProps<Item> {
  title: string;
  /** What the listed items are. */
  about?: ReactNode;
  /** The parent page, linked above the title. */
  parent?: { name: string; to: string };
  /** Links next to the button that creates an item. */
  links?: ReactNode;
  /** The plural of the listed items. */
  noun: string;
  newLabel: string;
  /** The path of the list, relative to the workspace. */
  path: string;
  query: UseQueryResult<{ items: Item[]; next_page_cursor: string | null }>;
  table(items: Item[]): ReactNode;
  empty: ReactNode;
  Dialog: ComponentType<CreateDialogProps>;
}

/** A list of experiments, schedules or optimization runs, with the dialog that creates one. */
export function ListPage<Item>(props: ListPageProps<Item>) {
  const { title, about, parent, links, noun, newLabel, path, query, table, empty, Dialog } = props;
  const { data: page, error, isPlaceholderData, refetch } = query;
  const { canWrite } = useWorkspace();
  const { search, change } = useSearch();
  const cursor = search.get('cursor');
  return (
    <>
      <PageHeader
        title={title}
        {...(parent !== undefined && { parent })}
        {...(about !== undefined && { facts: about })}
        actions={
          <>
            {links}
            {canWrite && (
              <Button variant="primary" onPress={() => change({ create: '1' })}>
                {newLabel}
              </Button>
            )}
          </>
        }
      />
      {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
      {page === undefined && error === null && <Loading label={`Loading ${noun}`} rows={10} />}
      {page !== undefined && (
        <div aria-busy={isPlaceholderData}>
          {page.items.length > 0 ? table(page.items) : cursor === null ? empty : <EmptyPage />}
          <Pagination
            label={noun}
            isFirst={cursor === null}
            nextCursor={page.next_page_cursor}
            onFirst={() => change({ cursor: null })}
            onNext={(next) => change({ cursor: next })}
          />
        </div>
      )}
      {canWrite && <CreateFromSelection path={path} Dialog={Dialog} />}
    </>
  );
}

/** The create dialog for the selected conversations or the set of the URL, open while the URL has `create=1`. */
function CreateFromSelection({ path, Dialog }: Pick<ListPageProps<never>, 'path' | 'Dialog'>) {
  const { href } = useWorkspace();
  const { search, change } = useSearch();
  const navigate = useNavigate();
  const { ids, chosenBy, clear } = useConversationSelection();
  return (
    <Dialog
      conversationIds={ids}
      chosenBy={chosenBy}
      set={search.get('set')}
      isOpen={search.get('create') === '1'}
      onClose={() => change({ create: null, set: null, findings: null }, { replace: true })}
      onCreated={({ id }) => {
        clear();
        navigate(href(`${path}/${id}`), { replace: true });
      }}
    />
  );
}
