import { Dialog } from '../../../ui/dialog';
import { Time } from '../../../ui/time';
import { useCreateApiKey } from '../../../workspace/api-key-queries';
import { CreatedSecret } from '../shared/created-secret';
import { CreateKeyForm } from './create-key-form';

/** Creates a key, then shows it once until the user confirms. Closing the dialog drops it. */
export function CreateKeyDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { data: created, error, isPending, mutate, reset } = useCreateApiKey();
  const close = () => {
    reset();
    onClose();
  };
  return (
    <Dialog
      title={created === undefined ? 'New API key' : `API key “${created.name}”`}
      isOpen={isOpen}
      onClose={close}
      isAlert={created !== undefined}
      isLocked={isPending || created !== undefined}
    >
      {created === undefined ? (
        <CreateKeyForm isPending={isPending} error={error} onSubmit={mutate} onClose={close} />
      ) : (
        <CreatedSecret
          secret={created.key}
          noun="key"
          instructions="Copy the key now. It is shown only once."
          expiry={
            <>
              It works until <Time at={created.expires_at} />.
            </>
          }
          onClose={close}
        />
      )}
    </Dialog>
  );
}
