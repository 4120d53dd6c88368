import type { Experiment } from '../../../api/types';
import { Tabs } from '../../../ui/tabs';
import { PromptWarnings } from '../../../workspace/prompt-warnings';
import { useSearchChoice } from '../../../workspace/use-search';
import { Counters } from './counters';
import { Items } from './items';
import { Results } from './results';
import { Settings } from './settings';

/** Progress above the tabs for results, items and settings. The URL holds the open tab. */
export function ExperimentView({ experiment }: { experiment: Experiment }) {
  const [tab, setTab] = useSearchChoice('tab', ['results', 'items', 'settings']);
  return (
    <>
      <PromptWarnings warnings={experiment.warnings} />
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
