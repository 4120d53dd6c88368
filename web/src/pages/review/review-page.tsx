import { useSearch } from '../../workspace/use-search';
import { ReviewHome } from './queues/review-home';
import { ConversationReview, FilterReview } from './session/list-review';

/** Reviews what the URL selects: a filter of findings, or one conversation; else the list of queues. */
export function ReviewPage() {
  const { search } = useSearch();
  const filter = search.get('filter');
  const conversationId = search.get('conversation');
  if (conversationId !== null)
    return (
      <ConversationReview
        key={conversationId}
        conversationId={conversationId}
        isBlind={search.get('blind') === '1'}
      />
    );
  return filter === null ? <ReviewHome /> : <FilterReview key={filter} filter={filter} />;
}
