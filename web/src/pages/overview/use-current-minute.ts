import { useEffect, useState } from 'react';

const MINUTE = 60_000;

/** The current time in milliseconds, updated every minute while the tab is visible. */
export function useCurrentMinute(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setNow(Date.now());
    }, MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}
