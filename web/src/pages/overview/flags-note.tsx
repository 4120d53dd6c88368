import { Link } from 'react-router';
import styles from './overview.module.css';
import type { Flags } from './use-flags';
import { useOverviewLink } from './use-overview-link';

/** Which first appearances have no flag, with the tables of all. Nothing if each has one. */
export function FlagsNote({ filter, appearances }: { filter: string; appearances: Flags }) {
  const link = useOverviewLink();
  const { flags, count, hasUnlisted } = appearances;
  const isCut = count > flags.length;
  if (!isCut && !hasUnlisted) return null;
  return (
    <p className={styles.note}>
      {isCut && `Only the newest ${flags.length} of ${count} first appearances have flags. `}
      {hasUnlisted && 'Prompts and models beyond the first 200 of the workspace have no flags. '}
      <Link to={link({ filter, more: 'prompt_version' })}>All prompts</Link>,{' '}
      <Link to={link({ filter, more: 'model' })}>all models</Link>.
    </p>
  );
}
