import { useNavigate } from 'react-router';
import { pluralize } from '../../../text/wording';
import { Button } from '../../../ui/button';
import { useConversationSelection } from '../../../workspace/conversation-selection';
import { useWorkspace } from '../../../workspace/workspace';

/** Actions on the selected conversations. */
export function SelectionActions() {
  const { ids, clear } = useConversationSelection();
  const { href, canWrite } = useWorkspace();
  const navigate = useNavigate();
  if (ids.length === 0 || !canWrite) return null;
  return (
    <>
      <Button variant="quiet" onPress={clear}>
        Clear selection
      </Button>
      <Button onPress={() => navigate(href('sets?create=1'))}>Create set</Button>
      <Button onPress={() => navigate(href('optimization-runs?create=1'))}>Optimize prompt</Button>
      <Button variant="primary" onPress={() => navigate(href('experiments?create=1'))}>
        Start experiment with {pluralize(ids.length, 'conversation')}
      </Button>
    </>
  );
}
