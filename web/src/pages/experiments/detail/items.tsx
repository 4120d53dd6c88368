import type { Experiment } from '../../../api/types';
import { formatCount } from '../../../text/numbers';
import { Select } from '../../../ui/select';
import { useSearchChoice } from '../../../workspace/use-search';
import { getItemStatuses, itemStatuses } from '../shared/item-queries';
import styles from './experiment.module.css';
import { ItemList } from './item-list';

/** The items of an experiment. The URL holds the status filter. */
export function Items({ experiment }: { experiment: Experiment }) {
  const [status, setStatus] = useSearchChoice('status', ['', ...itemStatuses]);
  const { status_summary: counts } = experiment;
  return (
    <>
      <div className={styles.filter}>
        <Select
          label="Filter by status"
          value={status}
          options={[
            { id: '', name: `Any status (${formatCount(counts.total)})` },
            ...getItemStatuses(experiment).map((id) => ({ id, name: `${id} (${formatCount(counts[id])})` })),
          ]}
          onChange={setStatus}
        />
      </div>
      <ItemList key={status} experiment={experiment} status={status === '' ? null : status} />
    </>
  );
}
