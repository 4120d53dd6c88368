import { isoToLocalInput, localInputToIso } from '../../text/times';
import { readFilters } from '../../text/url-filters';
import { DeferredField } from '../../ui/deferred-field';
import { Segmented } from '../../ui/segmented';
import { useSearch, useSearchChoice } from '../../workspace/use-search';
import styles from './overview.module.css';
import { type Period, type RangeId, rangeIds } from './period';

const ranges: { id: RangeId; name: string }[] = [
  { id: '1h', name: '1 hour' },
  { id: '24h', name: '24 hours' },
  { id: '7d', name: '7 days' },
  { id: '30d', name: '30 days' },
  { id: 'own', name: 'Custom' },
];

/** Selects the period; the URL holds it. A custom one begins as the shown period. */
export function PeriodChoice({ shown }: { shown: Period | null }) {
  const [range, setRange] = useSearchChoice('range', rangeIds);
  const { search, change } = useSearch();
  return (
    <div className={styles.period}>
      <Segmented
        label="Period"
        value={range}
        options={ranges}
        onChange={(id) => {
          if (id !== 'own' || shown === null) return setRange(id);
          const { from = shown.from, to = shown.to } = readFilters(search, ['from', 'to']);
          change({ range: id, from, to }, { replace: true });
        }}
      />
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
