import type { Hours } from '../../evidence/evidence-fields';
import type { ReplyWords, WordRange } from '../../evidence/reply-words';
import { weekdays } from '../../gazetteers/calendar-names';
import { hasTime, listDaysAt, parseMinutes } from '../../text/weekdays';
import type { FeatureTable } from './feature-table';
import type { JudgedReply } from './judged-reply';

const EVERY_DAY = /\b(?:daily|every day|seven days|7 days|all week)\b/i;
const MAX_HALF_LENGTH = 8;

/** Whether days of the week that the reply names are listed in the structured data, and their hours are theirs. */
export function addDayFeatures(features: FeatureTable, { reply, evidence, table }: JudgedReply): void {
  const columns = features.addGroup(['dayListed', 'hoursOfDay', 'missingDays']);
  const hours = evidence.hours.all();
  if (hours.size === 0) return;
  for (const sentence of reply.sentences) {
    const words = Array.from(
      reply.ids.subarray(sentence.from, sentence.to),
      (id) => table.words[id] as string,
    );
    const namedAt = words.map((_, index) => listDaysAt(words, index));
    const days = listDays(reply, sentence, namedAt);
    columns.missingDays.fill(days.filter((day) => !hours.has(day)).length, sentence.from, sentence.to);
    if (days.length === 0) continue;
    let current: string[] = days;
    namedAt.forEach((namedHere, index) => {
      const word = sentence.from + index;
      if (namedHere.length > 0) {
        current = namedHere;
        columns.dayListed[word] = namedHere.every((day) => hours.has(day)) ? 1 : -1;
      }
      if (reply.numbers[word] != null)
        columns.hoursOfDay[word] = computeShareWithTime(hours, current, reply, word);
    });
  }
}

/** The distinct days of a sentence; all seven where it names none but says "daily" or the like. */
function listDays(reply: ReplyWords, { from, to }: WordRange, namedAt: readonly string[][]): string[] {
  const days = [...new Set(namedAt.flat())];
  const text = reply.text.slice(reply.starts[from], reply.ends[to - 1]);
  return days.length === 0 && EVERY_DAY.test(text) ? [...weekdays] : days;
}

/** Share of the listed days whose hours have the time at the word; -1 when none is listed. */
function computeShareWithTime(
  hours: Hours,
  days: readonly string[],
  reply: ReplyWords,
  word: number,
): number {
  const minutes = parseMinutes(
    reply.text.slice(reply.starts[word], (reply.ends[word] as number) + MAX_HALF_LENGTH),
  );
  const listed = days.flatMap((day) => hours.get(day) ?? []);
  if (listed.length === 0) return -1;
  return listed.filter((times) => minutes !== null && hasTime(times, minutes)).length / listed.length;
}
