import { Link } from 'react-router';
import type { ExperimentComparison } from '../../../api/types';
import { Notice } from '../../../ui/notice';
import { Status } from '../../../ui/status';
import { Term } from '../../../ui/term';
import { useWorkspace } from '../../../workspace/workspace';
import { emptyDraft } from '../shared/experiment-draft';
import { isOpen } from '../shared/experiment-state';
import { sides } from './changes';
import styles from './comparison.module.css';
import { JudgeVersionNotice } from './judge-version-notice';

/** The compared experiments, with warnings that limit their comparison. */
export function ComparedExperiments({ comparison }: { comparison: ExperimentComparison }) {
  const { first, second } = comparison;
  const { href } = useWorkspace();
  return (
    <>
      <ol className={styles.experiments}>
        {[first, second].map(({ id, name, model, status, evaluator_name, evaluator_version }, index) => (
          <li key={id}>
            <span className={styles.place}>{sides[index]}</span>
            <Link to={href(`experiments/${id}`)}>{name}</Link>
            <span className={styles.fact}>
              {model === emptyDraft.carried.originalModel ? <Term id="pass-through" /> : model}
            </span>
            <span className={styles.fact}>
              <Term id="evaluator" />: {evaluator_name}, version {evaluator_version}
            </span>
            <Status status={status} />
          </li>
        ))}
      </ol>
      <JudgeVersionNotice comparison={comparison} />
      {(isOpen(first) || isOpen(second)) && (
        <Notice>An experiment is still running. This comparison updates automatically.</Notice>
      )}
    </>
  );
}
