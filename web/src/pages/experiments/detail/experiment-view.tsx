import type { Experiment } from '../../../api/types';
import { Tabs } from '../../../ui/tabs';
import { useSearchChoice } from '../../../workspace/use-search';
import { Counters } from './counters';
import { Items } from './items';
import { Results } from './results';
import { Settings } from './settings';

/** How far the experiment is, above its results, items and settings; the open tab is in the address. */
export function ExperimentView({ experiment }: { experiment: Experiment }) {
  const [tab, setTab] = useSearchChoice('tab', ['results', 'items', 'settings']);
  return (
    <>
      <Counters experiment={experiment} />
      <Tabs
        label="Experiment"
        value={tab}
        onChange={setTab}
        tabs={[
          { id: 'results', name: 'Results', content: <Results experiment={experiment} /> },
          { id: 'items', name: 'Items', content: <Items experiment={experiment} /> },
          { id: 'settings', name: 'Settings', content: <Settings experiment={experiment} /> },
        ]}
      />
    </>
  );
}
