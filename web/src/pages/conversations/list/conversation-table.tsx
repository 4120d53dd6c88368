import { Link } from 'react-router';
import type { ChosenBy, ListedConversation } from '../../../api/types';
import { formatCount } from '../../../text/numbers';
import { Badge } from '../../../ui/badge';
import { Checkbox } from '../../../ui/checkbox';
import type { Column } from '../../../ui/columns';
import { ModelNames } from '../../../ui/model-names';
import { Table } from '../../../ui/table';
import { Time } from '../../../ui/time';
import { ConversationIssues } from '../../../workspace/conversation-issues';
import { useConversationSelection } from '../../../workspace/conversation-selection';
import { useListState } from '../../../workspace/use-list';
import { useSearch } from '../../../workspace/use-search';
import { useWorkspace } from '../../../workspace/workspace';
import styles from './conversations.module.css';

const MAX_TAGS = 4;

interface ConversationTableProps {
  conversations: readonly ListedConversation[];
  /** How the filters of the list choose. */
  chosenBy: ChosenBy;
}

/** A page of conversations with checkboxes. Links carry the URL of the list to return to. */
export function ConversationTable({ conversations, chosenBy }: ConversationTableProps) {
  const { href, canWrite } = useWorkspace();
  const listState = useListState('Conversations');
  const selection = useConversationSelection();
  const select = canWrite ? [selectColumn(conversations, chosenBy, selection)] : [];
  const columns: Column<ListedConversation>[] = [
    ...select,
    {
      id: 'preview',
      header: 'Last user message',
      isRowHeader: true,
      cell: (conversation) => (
        <>
          <Link
            className={styles.preview}
            to={href(`conversations/${conversation.id}`)}
            state={listState}
            dir="auto"
          >
            {conversation.preview || 'No user message'}
          </Link>
          <Tags tags={conversation.tags} />
        </>
      ),
    },
    { id: 'issues', header: 'Issues', cell: (conversation) => <ConversationIssues {...conversation} /> },
    { id: 'type', header: 'Type', cell: ({ type }) => <Badge>{type}</Badge> },
    { id: 'models', header: 'Model', cell: ({ models }) => <ModelNames names={models} /> },
    { id: 'messages', header: 'Messages', align: 'end', cell: (it) => formatCount(it.message_count) },
    { id: 'calls', header: 'Tool calls', align: 'end', cell: (it) => formatCount(it.tool_call_count) },
    {
      id: 'created',
      header: 'Created',
      cell: ({ created_at }) => <Time at={created_at} />,
    },
  ];
  return (
    <Table
      label="Conversations"
      columns={columns}
      rows={conversations}
      rowKey={({ id }) => id}
      isSelected={({ id }) => selection.isSelected(id)}
    />
  );
}

function selectColumn(
  conversations: readonly ListedConversation[],
  chosenBy: ChosenBy,
  { isSelected, add, remove }: ReturnType<typeof useConversationSelection>,
): Column<ListedConversation> {
  const select = (ids: readonly string[], on: boolean) => (on ? add(ids, chosenBy) : remove(ids));
  const selected = conversations.filter(({ id }) => isSelected(id)).length;
  return {
    id: 'select',
    width: '2.5rem',
    header: (
      <Checkbox
        label="Select all conversations on this page"
        isLabelHidden
        isChecked={selected === conversations.length}
        isMixed={selected > 0 && selected < conversations.length}
        onChange={(on) =>
          select(
            conversations.map(({ id }) => id),
            on,
          )
        }
      />
    ),
    cell: ({ id, preview }) => (
      <Checkbox
        label={`Select ${preview}`}
        isLabelHidden
        isChecked={isSelected(id)}
        onChange={(on) => select([id], on)}
      />
    ),
  };
}

/** The tags of a conversation; a click filters the list by the tag. */
function Tags({ tags }: { tags: Record<string, string> }) {
  const { change } = useSearch();
  const entries = Object.entries(tags);
  if (entries.length === 0) return null;
  return (
    <span className={styles.tags}>
      {entries.slice(0, MAX_TAGS).map(([key, value]) => (
        <button
          key={key}
          type="button"
          className={styles.tag}
          aria-label={`Filter by tag ${key}:${value}`}
          onClick={() => change({ tag: `${key}:${value}`, cursor: null })}
        >
          {key}:{value}
        </button>
      ))}
      {entries.length > MAX_TAGS && <span className={styles.tag}>+{entries.length - MAX_TAGS}</span>}
    </span>
  );
}
