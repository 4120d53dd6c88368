import { useMutation } from '@tanstack/react-query';
import { read } from '../../../api/client';
import { formatCount } from '../../../text/numbers';
import { pluralize } from '../../../text/wording';
import { Button } from '../../../ui/button';
import { ErrorNotice } from '../../../ui/error-notice';
import { useConversationSelection } from '../../../workspace/conversation-selection';
import { MAX_SELECTED } from '../../../workspace/selected-ids';
import { useWorkspace } from '../../../workspace/workspace';
import { type ConversationFilters, toQuery } from './conversation-queries';
import styles from './conversations.module.css';

/** Selects all conversations that match the filters, on all pages, and shows how many are selected. */
export function SelectMatching({ filters }: { filters: ConversationFilters }) {
  const { client } = useWorkspace();
  const { ids, add } = useConversationSelection();
  const matching = useMutation({
    mutationFn: () => read(client.GET('/v1/conversations/ids', { params: { query: toQuery(filters) } })),
    onSuccess: (found) => add(found.conversation_ids, found.chosen_by),
  });
  const hasMore = matching.data?.has_more ?? false;
  return (
    <>
      <div className={styles.selecting}>
        <Button variant="quiet" isDisabled={matching.isPending} onPress={() => matching.mutate()}>
          {matching.isPending ? 'Selecting…' : 'Select all matching conversations'}
        </Button>
        <span role="status">{describeSelected(ids.length, hasMore)}</span>
      </div>
      {matching.error !== null && <ErrorNotice error={matching.error} />}
    </>
  );
}

function describeSelected(count: number, hasMore: boolean): string {
  if (count === 0) return '';
  if (count < MAX_SELECTED) return `${pluralize(count, 'conversation')} selected`;
  const maximum = `${formatCount(MAX_SELECTED)} conversations selected, the maximum`;
  return hasMore ? `${maximum}. More conversations match` : maximum;
}
