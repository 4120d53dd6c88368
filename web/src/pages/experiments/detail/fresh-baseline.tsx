import { useNavigate } from 'react-router';
import type { Experiment } from '../../../api/types';
import { Button } from '../../../ui/button';
import { useSearch } from '../../../workspace/use-search';
import { useWorkspace } from '../../../workspace/workspace';
import styles from './fresh-baseline.module.css';
import { FreshBaselineDialog } from './fresh-baseline-dialog';

/** Offers the comparison that can be tested where the original replies were chosen by their outcome. */
export function FreshBaseline({ experiment }: { experiment: Experiment }) {
  const { href, canWrite } = useWorkspace();
  const { search, change } = useSearch();
  const navigate = useNavigate();
  if (!canWrite) return null;
  return (
    <div className={styles.offer}>
      <Button onPress={() => change({ do: 'baseline' })}>Run a fresh baseline…</Button>
      <FreshBaselineDialog
        experiment={experiment}
        isOpen={search.get('do') === 'baseline'}
        onClose={() => change({ do: null }, { replace: true })}
        onCreated={({ id }) => navigate(href(`experiments/${id}/compare/${experiment.id}`))}
      />
    </div>
  );
}
