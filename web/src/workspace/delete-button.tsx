import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { useWorkspace } from './workspace';

interface DeleteButtonProps {
  /** The name of what is deleted. */
  name: string;
  deletion: { isPending: boolean; error: Error | null; mutate(): void };
  /** In a table row, where the name tells it from those of other rows. */
  isInRow?: boolean;
  /** The consequences. */
  children: ReactNode;
}

/** Deletes a resource after a confirmation; renders nothing for viewers. */
export function DeleteButton({ name, deletion, isInRow = false, children }: DeleteButtonProps) {
  const { canWrite } = useWorkspace();
  const [isConfirming, setConfirming] = useState(false);
  if (!canWrite) return null;
  return (
    <>
      <Button
        variant="quiet"
        onPress={() => setConfirming(true)}
        {...(isInRow ? { 'aria-label': `Delete: ${name}` } : {})}
      >
        Delete
      </Button>
      <ConfirmDialog
        title={`Delete “${name}”?`}
        action="Delete"
        isOpen={isConfirming}
        isPending={deletion.isPending}
        error={deletion.error}
        onConfirm={() => deletion.mutate()}
        onClose={() => setConfirming(false)}
      >
        {children} This action cannot be undone.
      </ConfirmDialog>
    </>
  );
}
