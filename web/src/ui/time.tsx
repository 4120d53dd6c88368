import { formatAge, formatTime, formatUtc } from '../text/times';

/** A time in the user's time zone, with UTC in its title. `isAge` shows its age. */
export function Time({ at, isAge = false }: { at: string; isAge?: boolean }) {
  return (
    <time dateTime={at} title={isAge ? `${formatTime(at)}\n${formatUtc(at)}` : formatUtc(at)}>
      {isAge ? formatAge(at, Date.now()) : formatTime(at)}
    </time>
  );
}
