import { formatAge, formatTime, formatUtc } from '../text/times';

/** A moment in the viewer's time zone; UTC is in its title. `isAge` says how long ago it was. */
export function Time({ at, isAge = false }: { at: string; isAge?: boolean }) {
  return (
    <time dateTime={at} title={isAge ? `${formatTime(at)}\n${formatUtc(at)}` : formatUtc(at)}>
      {isAge ? formatAge(at, Date.now()) : formatTime(at)}
    </time>
  );
}
