import { Link } from 'react-router';
import type { ExperimentComparison } from '../../../api/types';
import { Notice } from '../../../ui/notice';
import { Status } from '../../../ui/status';
import { useWorkspace } from '../../../workspace/workspace';
import { isOpen } from '../shared/experiment-state';
import styles from './comparison.module.css';

/** The compared experiments, with warnings that limit their comparison. */
export function ComparedExperiments({ comparison: { first, second } }: { comparison: ExperimentComparison }) {
  const { href } = useWorkspace();
  const haveSameEvaluator =
    first.evaluator_id === second.evaluator_id && first.evaluator_version === second.evaluator_version;
  return (
    <>
      <ol className={styles.experiments}>
        {[first, second].map(({ id, name, model, status, evaluator_name, evaluator_version }, index) => (
          <li key={id}>
            <span className={styles.place}>{index === 0 ? 'First' : 'Second'}</span>
            <Link to={href(`experiments/${id}`)}>{name}</Link>
            <span className={styles.fact}>{model}</span>
            <span className={styles.fact}>
              Evaluator: {evaluator_name}, version {evaluator_version}
            </span>
            <Status status={status} />
          </li>
        ))}
      </ol>
      {!haveSameEvaluator && (
        <Notice tone="warn">
          The experiments use different evaluators, so differences may come from the evaluators.
        </Notice>
      )}
      {(isOpen(first) || isOpen(second)) && (
        <Notice>An experiment is still running. This comparison updates automatically.</Notice>
      )}
    </>
  );
}
