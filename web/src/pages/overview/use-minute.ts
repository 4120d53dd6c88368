import { useEffect, useState } from 'react';

const MINUTE = 60_000;

/** The time in milliseconds, a minute newer each minute while the tab can be seen. */
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
