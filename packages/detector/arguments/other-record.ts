import { namesSubject } from '../checks/question-subject';
import type { Evidence } from '../evidence/evidence';
import { type IndexedList, scanStems } from '../evidence/record-index';
import type { WrittenRegion } from '../text/regions';

/** Shorter codes may be anything. */
const MIN_LENGTH = 4;
const MAX_LENGTH = 60;
/** A date or a time of day is of no record alone. */
const IS_TIME = /^\d{4}-\d\d(?:-|$)|^\d{1,2}[:.]\d\d|^\d{1,2}[/.]\d{1,2}[/.]/;

/**
 * The name of the record in the request, if a code belongs to another record of the same list: the account of "Lukas" for a
 * transfer to "Ludmila". Null if the request names no record, or several.
 */
export function findRequestRecord(value: string, request: string, evidence: Evidence): WrittenRegion | null {
  const isCode =
    /\d/.test(value) && !IS_TIME.test(value) && value.length >= MIN_LENGTH && value.length <= MAX_LENGTH;
  if (!isCode || !namesSubject(request) || request.includes(value)) return null;
  for (const list of evidence.records.list()) {
    const owner = list.isProse ? null : findOwner(list, value);
    if (owner === null) continue;
    const records = new Set(list.findNamed(scanStems(request)).map(({ meaning }) => meaning));
    const [record] = records;
    if (record === undefined || records.size > 1 || record === owner) continue;
    const name = list.list.records[record]?.names.find((one) => request.includes(list.write(one)));
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
