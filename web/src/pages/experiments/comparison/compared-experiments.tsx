import { Link } from 'react-router';
import type { ExperimentComparison } from '../../../api/types';
import { Notice } from '../../../ui/notice';
import { Status } from '../../../ui/status';
import { Term } from '../../../ui/term';
import { useWorkspace } from '../../../workspace/workspace';
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
        {[first, second].map((it, index) => (
          <li key={it.id}>
            <span className={styles.place}>{sides[index]}</span>
            <Link to={href(`experiments/${it.id}`)}>{it.name}</Link>
            <span className={styles.fact}>{it.pass_through ? <Term id="pass-through" /> : it.model}</span>
            <span className={styles.fact}>
              <Term id="evaluator" />: {it.evaluator_name}, version {it.evaluator_version}
            </span>
            <Status status={it.status} />
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
