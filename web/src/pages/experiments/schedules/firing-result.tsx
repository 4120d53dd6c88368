import { Link } from 'react-router';
import type { ScheduleFiring } from '../../../api/types';
import { Time } from '../../../ui/time';
import { useWorkspace } from '../../../workspace/workspace';

/** The scheduled time of a firing, as a link to its experiment, or with the reason why there is none. */
export function FiringResult({ firing }: { firing: ScheduleFiring }) {
  const { href } = useWorkspace();
  const { scheduled_at: at, experiment_id: experimentId, error } = firing;
  if (experimentId !== null) {
    return (
      <Link to={href(`experiments/${experimentId}`)}>
        <Time at={at} />
      </Link>
    );
  }
  return (
    <>
      <Time at={at} />
      {error !== null && <p>Not created: {error.message}</p>}
    </>
  );
}
