import { Dialog } from '../../../ui/dialog';
import { useCreateApiKey } from './api-key-queries';
import { CreateKeyForm } from './create-key-form';
import { CreatedKey } from './created-key';

/** Makes a key, then shows it this once, until that is answered; nothing of it stays when the dialog closes. */
export function CreateKeyDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { data: created, error, isPending, mutate, reset } = useCreateApiKey();
  const close = () => {
    reset();
    onClose();
  };
  return (
    <Dialog
      title={created === undefined ? 'New API key' : `The key “${created.name}”`}
      isOpen={isOpen}
      onClose={close}
      isAlert={created !== undefined}
      isLocked={isPending || created !== undefined}
    >
      {created === undefined ? (
        <CreateKeyForm isPending={isPending} error={error} onSubmit={mutate} onClose={close} />
      ) : (
        <CreatedKey created={created} onClose={close} />
      )}
    </Dialog>
  );
}
