import { isoToLocalInput, localInputToIso } from '../../text/times';
import { DeferredField } from '../../ui/deferred-field';
import { Segmented } from '../../ui/segmented';
import { useSearch, useSearchChoice } from '../../workspace/use-search';
import styles from './overview.module.css';
import { type RangeId, rangeIds } from './period';

const ranges: { id: RangeId; name: string }[] = [
  { id: '1h', name: '1 hour' },
  { id: '24h', name: '24 hours' },
  { id: '7d', name: '7 days' },
  { id: '30d', name: '30 days' },
  { id: 'own', name: 'Custom' },
];

/** Selects the period; the URL holds it. */
export function PeriodChoice() {
  const [range, setRange] = useSearchChoice('range', rangeIds);
  const { search, change } = useSearch();
  return (
    <div className={styles.period}>
      <Segmented label="Period" value={range} options={ranges} onChange={setRange} />
      {range === 'own' && (
        <>
          <DeferredField
            label="Start"
            type="datetime-local"
            value={isoToLocalInput(search.get('from'))}
            onApply={(time) => change({ from: localInputToIso(time) })}
          />
          <DeferredField
            label="End"
            type="datetime-local"
            value={isoToLocalInput(search.get('to'))}
            onApply={(time) => change({ to: localInputToIso(time) })}
          />
        </>
      )}
    </div>
  );
}
