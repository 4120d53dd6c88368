import { Button } from '../../../ui/button';
import { ErrorNotice } from '../../../ui/error-notice';
import { useSampleData } from '../../../workspace/sample-data';
import styles from './first-run.module.css';

/** Fills the workspace with examples, for a first look. */
export function LoadSampleData({ onLoaded }: { onLoaded: () => void }) {
  const { mutate, isPending, error } = useSampleData('load', onLoaded);
  return (
    <section className={styles.samples} aria-label="Sample data">
      <h2>Or look around first</h2>
      <p>
        Sample data: two weeks of a shop’s assistant, two models, and a prompt that made it worse. It costs
        nothing, has its own tag, and is deleted with one click.
      </p>
      <div>
        <Button isDisabled={isPending} onPress={() => mutate()}>
          {isPending ? 'Loading…' : 'Load sample data'}
        </Button>
      </div>
      {error !== null && <ErrorNotice error={error} />}
    </section>
  );
}
