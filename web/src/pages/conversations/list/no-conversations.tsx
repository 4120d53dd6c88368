import { ButtonLink } from '../../../ui/button-link';
import { EmptyState } from '../../../ui/empty-state';
import { useWorkspace } from '../../../workspace/workspace';

/** Where there are no conversations: leads to how to send one, and to what arrived. */
export function NoConversations() {
  const { href } = useWorkspace();
  return (
    <EmptyState
      title="No conversations yet"
      actions={
        <>
          <ButtonLink variant="primary" to={href('overview')}>
            Send the first one
          </ButtonLink>
          <ButtonLink to={href('ingestion')}>Check ingestion</ButtonLink>
        </>
      }
    />
  );
}
