import { useState } from 'react';
import type { ApiKey } from '../../../api/types';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { useRevokeApiKey } from './api-key-queries';

/** Ends a key for good, once that is confirmed. */
export function RevokeKeyButton({ apiKey: { id, name } }: { apiKey: ApiKey }) {
  const [isAsking, setAsking] = useState(false);
  const revocation = useRevokeApiKey(id);
  return (
    <>
      <Button variant="quiet" aria-label={`Revoke ${name}`} onPress={() => setAsking(true)}>
        Revoke
      </Button>
      <ConfirmDialog
        title={`Revoke “${name}”?`}
        action="Revoke"
        isOpen={isAsking}
        isPending={revocation.isPending}
        error={revocation.error}
        onConfirm={() => revocation.mutate(undefined, { onSuccess: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        Programs that use this key are refused from now on. It cannot be taken back.
      </ConfirmDialog>
    </>
  );
}
