import { Button } from '../../ui/button';
import { ErrorNotice } from '../../ui/error-notice';
import { useCreateApiKey } from '../api-key-queries';
import { useWorkspace } from '../workspace';

const KEY_DAYS = 90;

interface CreateKeyProps {
  /** Of the new key. */
  name: string;
  onCreated: (key: string) => void;
}

/** Creates a key of the workspace that expires in 90 days, if the user may. */
export function CreateKey({ name, onCreated }: CreateKeyProps) {
  const { id: workspaceId, canWrite } = useWorkspace();
  const { error, isPending, mutate } = useCreateApiKey();
  if (!canWrite) return <p>You can read this workspace. Ask a contributor for a key.</p>;
  const body = {
    name,
    scope: 'workspace' as const,
    workspace_id: workspaceId,
    expires_in_days: KEY_DAYS,
  };
  return (
    <>
      <div>
        <Button
          variant="primary"
          isDisabled={isPending}
          onPress={() => mutate(body, { onSuccess: ({ key }) => onCreated(key) })}
        >
          {isPending ? 'Creating…' : 'Create key'}
        </Button>
      </div>
      {error !== null && <ErrorNotice error={error} />}
    </>
  );
}
