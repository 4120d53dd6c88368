import { useState } from 'react';
import type { CreatedApiKey } from '../../../api/types';
import { Dialog } from '../../../ui/dialog';
import { CreateKeyForm } from './create-key-form';
import { CreatedKey } from './created-key';

/** Makes a key, then shows it this once; nothing of it stays when the dialog closes. */
export function CreateKeyDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  const close = () => {
    setCreated(null);
    onClose();
  };
  return (
    <Dialog
      title={created === null ? 'New API key' : `The key “${created.name}”`}
      isOpen={isOpen}
      onClose={close}
      isAlert={created !== null}
    >
      {created === null ? (
        <CreateKeyForm onCancel={close} onCreated={setCreated} />
      ) : (
        <CreatedKey created={created} onClose={close} />
      )}
    </Dialog>
  );
}
