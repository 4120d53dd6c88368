import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';

interface RevokeButtonProps {
  /** Names what is revoked, e.g. "API key nightly import". */
  subject: string;
  revoke: () => Promise<unknown>;
  /** What revoking it means. */
  children: ReactNode;
}

/** Revokes an API key or invitation after a confirmation. */
export function RevokeButton({ subject, revoke, children }: RevokeButtonProps) {
  const [isConfirming, setConfirming] = useState(false);
  const revocation = useMutation({ mutationFn: revoke });
  return (
    <>
      <Button variant="quiet" aria-label={`Revoke ${subject}`} onPress={() => setConfirming(true)}>
        Revoke
      </Button>
      <ConfirmDialog
        title={`Revoke ${subject}?`}
        action="Revoke"
        isOpen={isConfirming}
        isPending={revocation.isPending}
        error={revocation.error}
        onConfirm={() => revocation.mutate(undefined, { onSuccess: () => setConfirming(false) })}
        onClose={() => setConfirming(false)}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
