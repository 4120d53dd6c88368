import { namesSubject } from '../checks/asked-subject';
import type { Evidence } from '../evidence/evidence';
import { type IndexedList, scanStems } from '../evidence/record-index';
import type { WrittenRegion } from '../text/regions';

/** Shorter codes may be anything. */
const MIN_LENGTH = 4;
const MAX_LENGTH = 60;
/** A date or a time of day is of no record alone. */
const IS_TIME = /^\d{4}-\d\d(?:-|$)|^\d{1,2}[:.]\d\d|^\d{1,2}[/.]\d{1,2}[/.]/;

/**
 * The names of the record that the user asked for where a code is that of another record of the same list: the account of
 * "Lukas" for a transfer to "Ludmila". None where the request names none or several.
 */
export function findAskedRecord(value: string, question: string, evidence: Evidence): WrittenRegion | null {
  const isCode =
    /\d/.test(value) && !IS_TIME.test(value) && value.length >= MIN_LENGTH && value.length <= MAX_LENGTH;
  if (!isCode || !namesSubject(question) || question.includes(value)) return null;
  for (const list of evidence.records.list()) {
    const owner = list.isProse ? null : findOwner(list, value);
    if (owner === null) continue;
    const asked = new Set(list.findNamed(scanStems(question)).map(({ meaning }) => meaning));
    const [record] = asked;
    if (record === undefined || asked.size > 1 || record === owner) continue;
    const name = list.list.records[record]?.names.find((one) => question.includes(list.write(one)));
    if (name !== undefined) return { ...name, text: list.write(name) };
  }
  return null;
}

/** The only record with a cell of this text. */
function findOwner(list: IndexedList, value: string): number | null {
  const owners = list.list.records.flatMap(({ cells }, index) =>
    cells.some((cell) => list.write(cell) === value) ? [index] : [],
  );
  return owners.length === 1 ? (owners[0] as number) : null;
}
