import { Link } from 'react-router';
import { formatCount } from '../../text/numbers';
import { useWorkspace } from '../../workspace/workspace';

interface LinkedCountProps {
  count: number;
  /** What is counted: "flagged calls of search". */
  counted: string;
  /** Selects the messages that are counted, or that have what is counted. */
  filter: string;
}

/** A count that links to the conversations with what it counts. */
export function LinkedCount({ count, counted, filter }: LinkedCountProps) {
  const { href } = useWorkspace();
  const text = formatCount(count);
  if (count === 0) return text;
  return (
    <Link
      to={`${href('conversations')}?${new URLSearchParams({ filter })}`}
      aria-label={`${text} ${counted}: show conversations`}
    >
      {text}
    </Link>
  );
}
