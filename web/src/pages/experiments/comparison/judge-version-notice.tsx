import { useNavigate } from 'react-router';
import type { ExperimentComparison } from '../../../api/types';
import { Button } from '../../../ui/button';
import { ErrorNotice } from '../../../ui/error-notice';
import { Notice } from '../../../ui/notice';
import { useWorkspace } from '../../../workspace/workspace';
import { isOpen } from '../shared/experiment-state';
import styles from './comparison.module.css';
import { useRejudgeBoth } from './use-rejudge-both';

/** Warns that the experiments were not judged alike, and offers to judge both again. */
export function JudgeVersionNotice({ comparison }: { comparison: ExperimentComparison }) {
  const { first, second, warning } = comparison;
  const { href, canWrite } = useWorkspace();
  const navigate = useNavigate();
  const rejudging = useRejudgeBoth(first.id, second.id, ([one, other]) =>
    navigate(href(`experiments/${one}/compare/${other}`)),
  );
  if (warning === null) return null;
  const areEnded = !isOpen(first) && !isOpen(second);
  return (
    <Notice tone="warn">
      <p>{warning.message}</p>
      {canWrite && (
        <div className={styles.warningActions}>
          <Button isDisabled={!areEnded || rejudging.isPending} onPress={() => rejudging.mutate()}>
            {rejudging.isPending ? 'Starting…' : 'Judge both again'}
          </Button>
          <span className={styles.fact}>
            {areEnded
              ? 'With the default evaluator and the current labels. The stored replies are judged; none is generated.'
              : 'Available when both experiments have ended.'}
          </span>
        </div>
      )}
      {rejudging.error !== null && <ErrorNotice error={rejudging.error} />}
    </Notice>
  );
}
