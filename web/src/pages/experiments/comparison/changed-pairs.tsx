import type { ChangedPair, ExperimentComparison } from '../../../api/types';
import { formatCount } from '../../../text/numbers';
import { Button } from '../../../ui/button';
import { EmptyState } from '../../../ui/empty-state';
import { ChangedPairCard } from './changed-pair-card';
import { outcomes } from './changes';
import styles from './comparison.module.css';
import { KindMark } from './kind-mark';

interface ChangedPairsProps {
  comparison: ExperimentComparison;
  /** The loaded pairs. */
  pairs: readonly ChangedPair[];
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
}

/** The pairs of replies whose spans differ, side by side, colored by kind of change. */
export function ChangedPairs({ comparison, pairs, hasMore, isLoadingMore, onMore }: ChangedPairsProps) {
  return (
    <section className={styles.changed}>
      <h2>Changes</h2>
      <Legend spans={comparison.spans} />
      {pairs.length === 0 && (
        <EmptyState title="No changes">
          {comparison.pairs.compared === 0
            ? 'No conversation has a verdict in both experiments yet.'
            : 'Both experiments flag the same spans.'}
        </EmptyState>
      )}
      <ul className={styles.pairs}>
        {pairs.map((pair) => (
          <li key={pair.conversation_id}>
            <ChangedPairCard comparison={comparison} pair={pair} />
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button isDisabled={isLoadingMore} onPress={onMore}>
          {isLoadingMore ? 'Loading…' : 'Show more'}
        </Button>
      )}
    </section>
  );
}

const kinds = ['gone', 'added', 'relabelled', 'moved', 'kept'] as const;

function Legend({ spans }: { spans: ExperimentComparison['spans'] }) {
  return (
    <ul className={styles.legend} aria-label="Span changes">
      {kinds.map((kind) => (
        <li key={kind} title={outcomes[kind].about}>
          <KindMark kind={kind} />
          <strong>{formatCount(spans[kind])}</strong>
          <span className={styles.about}>{outcomes[kind].about}</span>
        </li>
      ))}
    </ul>
  );
}
