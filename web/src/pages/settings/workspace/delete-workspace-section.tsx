import { useState } from 'react';
import { Button } from '../../../ui/button';
import { useWorkspace } from '../../../workspace/workspace';
import styles from '../shared/settings.module.css';
import { DeleteWorkspaceDialog } from './delete-workspace-dialog';

/** The section that deletes the workspace. */
export function DeleteWorkspaceSection() {
  const { name } = useWorkspace();
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={styles.section} aria-labelledby="delete-workspace">
      <h2 id="delete-workspace">Delete workspace</h2>
      <p>
        Deletes the workspace with its conversations, experiments, optimization runs, settings and API keys,
        for all of its members.
      </p>
      <div className={styles.start}>
        <Button variant="danger" onPress={() => setOpen(true)}>
          Delete workspace
        </Button>
      </div>
      {isOpen && <DeleteWorkspaceDialog name={name} onClose={() => setOpen(false)} />}
    </section>
  );
}
