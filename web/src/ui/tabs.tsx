import type { ReactNode } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs';
import styles from './tabs.module.css';

export interface TabsProps<Id extends string> {
  label: string;
  value: Id;
  tabs: readonly { id: Id; name: ReactNode; content: ReactNode }[];
  onChange: (id: Id) => void;
}

/** Tabs of a page. Keep the value in the URL with `useSearchChoice`. */
export function Tabs<Id extends string>({ label, value, tabs, onChange }: TabsProps<Id>) {
  return (
    <AriaTabs
      className={styles.tabs ?? ''}
      selectedKey={value}
      onSelectionChange={(key) => onChange(key as Id)}
    >
      <TabList aria-label={label} className={styles.list ?? ''}>
        {tabs.map(({ id, name }) => (
          <Tab key={id} id={id} className={styles.tab ?? ''}>
            {name}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className={styles.panel ?? ''}>
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
