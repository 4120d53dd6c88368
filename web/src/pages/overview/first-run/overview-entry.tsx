import { lazy, useEffect, useState } from 'react';
import { useIsEmpty } from '../../../workspace/first-conversation';
import { Overview } from '../overview';

const FirstRun = lazy(async () => ({ default: (await import('./first-run')).FirstRun }));

/** The overview; in a workspace that was empty when it was opened, how to send the first conversation. */
export function OverviewEntry() {
  const isEmpty = useIsEmpty();
  // Stays when the conversation arrives: it may show a new API key, which is shown only once.
  const [isFirstRun, setFirstRun] = useState(isEmpty === true);
  useEffect(() => {
    if (isEmpty === true) setFirstRun(true);
  }, [isEmpty]);
  return isFirstRun ? (
    <FirstRun isWaiting={isEmpty !== false} onDone={() => setFirstRun(false)} />
  ) : (
    <Overview />
  );
}
