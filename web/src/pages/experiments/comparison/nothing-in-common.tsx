import type { ExperimentComparison } from '../../../api/types';
import { EmptyState } from '../../../ui/empty-state';
import { ComparableExperiments } from '../shared/comparable-experiments';
import styles from './comparison.module.css';

/** Says that two experiments have no conversation in common, and offers experiments that do. */
export function NothingInCommon({ comparison: { first, second } }: { comparison: ExperimentComparison }) {
  return (
    <>
      <EmptyState title="Nothing in common">
        The experiments have no conversation in common, so no replies can be compared.
      </EmptyState>
      <div className={styles.offers}>
        {[first, second].map(({ id, name }) => (
          <section key={id}>
            <h2>Compare “{name}” with</h2>
            <ComparableExperiments experimentId={id} />
          </section>
        ))}
      </div>
    </>
  );
}
