import { Button } from '../ui/button';
import { ErrorNotice } from '../ui/error-notice';
import { useSampleCount, useSampleData } from '../workspace/sample-data';
import { useWorkspace } from '../workspace/workspace';
import styles from './arrival-bar.module.css';

/** Above every page of a workspace with sample data: says so, and deletes it. */
export function SampleBar() {
  const { canWrite } = useWorkspace();
  const count = useSampleCount();
  const { mutate, isPending, error } = useSampleData('delete');
  if (count === 0) return null;
  return (
    <div className={styles.bar}>
      <p>This workspace has {count} sample conversations, with the tag sample: shop.</p>
      {canWrite && (
        <Button isDisabled={isPending} onPress={() => mutate()}>
          {isPending ? 'Deleting…' : 'Delete sample data'}
        </Button>
      )}
      {error !== null && <ErrorNotice error={error} />}
    </div>
  );
}
