import { useState } from 'react';
import { Segmented } from '../ui/segmented';
import { chooseTheme, readTheme, type Theme } from './theme';

const options: { id: Theme; name: string }[] = [
  { id: 'system', name: 'Auto' },
  { id: 'light', name: 'Light' },
  { id: 'dark', name: 'Dark' },
];

/** Switches between the light, dark and system themes. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(readTheme);
  return (
    <Segmented
      label="Theme"
      value={theme}
      options={options}
      onChange={(chosen) => {
        chooseTheme(chosen);
        setTheme(chosen);
      }}
    />
  );
}
