import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { getFieldErrors } from '../../../api/field-errors';
import { identityKey } from '../../../api/session';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { DialogActions } from '../../../ui/dialog-actions';
import { ErrorNotice } from '../../../ui/error-notice';
import { Form } from '../../../ui/form';
import { Notice } from '../../../ui/notice';
import { ProgressBar } from '../../../ui/progress-bar';
import { TextField } from '../../../ui/text-field';
import { useWorkspace } from '../../../workspace/workspace';
import { deletionQuery, useDeleteWorkspace } from './workspace-queries';

/** Asks for the workspace name, deletes the workspace, and shows the progress. */
export function DeleteWorkspaceDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const deletion = useDeleteWorkspace();
  const errors = getFieldErrors(deletion.error, ['confirm']);
  if (deletion.isSuccess) return <DeletionProgress name={name} />;
  return (
    <Dialog title={`Delete “${name}”?`} isOpen isAlert onClose={onClose}>
      <Form onSubmit={() => deletion.mutate(typed)}>
        <p>Everything in this workspace is deleted, for all of its members. This action cannot be undone.</p>
        <TextField
          label="Workspace name"
          description={`Type “${name}” to confirm.`}
          value={typed}
          onChange={(next) => {
            deletion.reset();
            setTyped(next);
          }}
          error={errors.at('confirm')}
        />
        {errors.rest !== null && <ErrorNotice error={errors.rest} />}
        <DialogActions>
          <Button onPress={onClose}>Go back</Button>
          <Button
            variant="danger"
            isDisabled={typed !== name || deletion.isPending}
            onPress={() => deletion.mutate(typed)}
          >
            {deletion.isPending ? 'Deleting…' : 'Delete workspace'}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

function DeletionProgress({ name }: { name: string }) {
  const workspace = useWorkspace();
  const { data, error } = useQuery(deletionQuery(workspace, true));
  const queries = useQueryClient();
  const navigate = useNavigate();
  const leave = async () => {
    await queries.invalidateQueries({ queryKey: identityKey });
    await navigate('/');
  };
  const isCompleted = data?.status === 'completed';
  return (
    <Dialog title={isCompleted ? `Deleted “${name}”` : `Deleting “${name}”`} isOpen isLocked onClose={leave}>
      {error !== null && <ErrorNotice error={error} />}
      {isCompleted ? (
        <Notice tone="good">The workspace was deleted with everything in it.</Notice>
      ) : (
        <>
          <ProgressBar
            label="Deleted documents"
            value={Math.min(data?.deleted_count ?? 0, data?.total_count ?? 0)}
            total={data?.total_count ?? 0}
          />
          <p>You can close this page: the deletion continues in the background.</p>
        </>
      )}
      <DialogActions>
        <Button onPress={leave}>Go to the home page</Button>
      </DialogActions>
    </Dialog>
  );
}
