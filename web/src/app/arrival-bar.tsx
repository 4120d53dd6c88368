import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../ui/button';
import { describeArrival, useArrival, useIsEmpty } from '../workspace/first-conversation';
import { useWorkspace } from '../workspace/workspace';
import styles from './arrival-bar.module.css';

/** Above every page of an empty workspace: waits for the first conversation, then leads to it. */
export function ArrivalBar() {
  const { href } = useWorkspace();
  const arrival = useArrival();
  const isEmpty = useIsEmpty();
  const [isClosed, setClosed] = useState(false);
  if (arrival === null || isClosed) return null;
  const isWaiting = arrival.state === 'waiting';
  return (
    <div className={styles.bar} data-waiting={isWaiting}>
      <span className={styles.dot} aria-hidden />
      <p role="status">{describeArrival(arrival)}</p>
      {isWaiting ? (
        <Link to={href(isEmpty === false ? 'ingestion' : 'overview')}>How to send one</Link>
      ) : (
        <>
          <Link to={href(`conversations/${arrival.conversation.id}`)}>Open conversation</Link>
          <Button variant="quiet" onPress={() => setClosed(true)}>
            Close
          </Button>
        </>
      )}
    </div>
  );
}
