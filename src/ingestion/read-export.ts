import { isSliceOver, nextSlice } from '../../packages/concurrency';
import {
  type CallEvent,
  type GenAiSpan,
  type Notices,
  type Outcome,
  type RawLogRecord,
  type RawSpan,
  readTelemetryEvent,
  readTelemetrySpan,
  sumNotices,
} from '../../packages/formats';
import { makeStorable } from '../platform/http/make-storable';

/** The relevant content of an export; items that are not about generative AI are left out. */
export interface Telemetry<Item> {
  items: Item[];
  /** The outcome of each raw span or record, in order. */
  outcomes: Outcome<Item>[];
}

/** More spans or records are rejected: exporters send 512 per request by default. */
const MAX_RECORDS = 10_000;

/** Parses raw spans, each in a slice of work. */
export function readSpans(raw: RawSpan[]): Promise<Telemetry<GenAiSpan>> {
  return readEach(raw, readTelemetrySpan);
}

/** Parses raw log records, each in a slice of work. */
export function readEvents(raw: RawLogRecord[]): Promise<Telemetry<CallEvent>> {
  return readEach(raw, (one, index) => readTelemetryEvent(one, index + 1));
}

async function readEach<Raw, Item extends { notices?: Notices }>(
  raw: Raw[],
  read: (one: Raw, index: number) => Outcome<Item>,
): Promise<Telemetry<Item>> {
  const items: Item[] = [];
  const outcomes: Outcome<Item>[] = [];
  await nextSlice();
  for (const [index, one] of raw.entries()) {
    const outcome = read(one, index);
    const item = 'item' in outcome ? outcome.item : null;
    const reason = item === null ? null : refuse(item, items.length);
    if (item !== null && reason === null) items.push(item);
    outcomes.push(reason === null ? outcome : { kind: 'rejected', reason });
    if (isSliceOver()) await nextSlice();
  }
  return { items, outcomes };
}

/** Why an item cannot be taken; null if it can, with U+FFFD for characters that cannot be stored. */
function refuse(item: { notices?: Notices }, takenCount: number): string | null {
  if (takenCount >= MAX_RECORDS) return `more than ${MAX_RECORDS} in one export`;
  const { problems, replacedCharacters } = makeStorable(item);
  const notices = sumNotices([item.notices, { replaced_characters: replacedCharacters }]);
  if (notices !== null) item.notices = notices;
  const [problem] = problems;
  return problem === undefined ? null : String(problem.ctx?.error ?? problem.msg);
}

/** The same outcomes, where items that could not be stored are rejected. */
export function rejectItems<Item>(
  outcomes: readonly Outcome<Item>[],
  refused: readonly Item[],
  reason: string,
): Outcome<Item>[] {
  const isRefused = new Set(refused);
  return outcomes.map((outcome) =>
    'item' in outcome && outcome.item !== null && isRefused.has(outcome.item)
      ? { kind: 'rejected', reason }
      : outcome,
  );
}

/** How the content of accepted items differs from what was sent. */
export function noticesOf(outcomes: readonly Outcome<{ notices?: Notices }>[]): (Notices | undefined)[] {
  return outcomes.map((outcome) => ('item' in outcome ? outcome.item?.notices : undefined));
}

/** Why single records were rejected. */
export function rejectionsOf(outcomes: readonly Outcome<unknown>[]): string[] {
  return outcomes.flatMap((outcome) => (outcome.kind === 'rejected' ? [outcome.reason] : []));
}
