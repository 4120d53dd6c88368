import { isSliceOver, nextSlice } from '../../../packages/concurrency';
import type { MessagePart } from '../../../packages/formats';
import { partText, utf16Converter } from '../../../packages/text';
import type { TimeLimit } from '../../platform/mongo/time-limit';
import type { Finding } from '../findings/ledger/finding';
import { messageCollection, type StoredMessageRecord } from './stored-message.model';

/** What offsets count. Stored ones count code points. */
export const offsetUnits = ['code_points', 'utf16', 'utf8'] as const;
export type OffsetUnit = (typeof offsetUnits)[number];

interface Span {
  messagePartIndex: number;
  startOffset: number;
  endOffset: number;
}

/** Messages may have megabytes, so few are read at once. */
const READ_BATCH_SIZE = 5;

/**
 * Findings with their offsets, and those of their evidence, in another unit. Reads the texts message by message. A
 * finding is left out if its message was deleted, as is the evidence in deleted messages.
 */
export async function convertOffsets(
  workspaceId: string,
  findings: readonly Finding[],
  unit: OffsetUnit,
  limit: TimeLimit,
): Promise<Finding[]> {
  if (unit === 'code_points' || findings.length === 0) return [...findings];
  const copies = findings.map((finding) => ({
    ...finding,
    evidence: finding.evidence.map((location) => ({ ...location })),
  }));
  const byPlace = groupByPlace(copies);
  const converted = new Set<Span>();
  for await (const message of readParts(workspaceId, copies, limit)) {
    if (isSliceOver()) await nextSlice(limit.signal);
    const ofMessage = byPlace.get(message._id) ?? [];
    const place = placeOf(message.conversationId, message.sequenceNumber);
    const evidence = message.experimentId === null ? (byPlace.get(place) ?? []) : [];
    for (const span of convertSpans(message.parts, [...ofMessage, ...evidence], unit)) converted.add(span);
  }
  return copies
    .filter((finding) => converted.has(finding))
    .map((finding) => ({ ...finding, evidence: finding.evidence.filter((one) => converted.has(one)) }));
}

const placeOf = (conversationId: string, messageIndex: number) => `${conversationId}/${messageIndex}`;

/** The spans by message: those of findings by its id, those of evidence by its place in the conversation. */
function groupByPlace(findings: readonly Finding[]): Map<string, Span[]> {
  const groups = new Map<string, Span[]>();
  const add = (key: string, span: Span) => groups.set(key, [...(groups.get(key) ?? []), span]);
  for (const finding of findings) {
    add(finding.messageId, finding);
    for (const location of finding.evidence)
      add(placeOf(finding.conversationId, location.messageIndex), location);
  }
  return groups;
}

type PartsRecord = Pick<
  StoredMessageRecord,
  '_id' | 'conversationId' | 'experimentId' | 'sequenceNumber' | 'parts'
>;

function readParts(workspaceId: string, findings: readonly Finding[], limit: TimeLimit) {
  const evidence = findings.flatMap(({ conversationId, evidence: locations }) =>
    locations.map(({ messageIndex: sequenceNumber }) => ({
      conversationId,
      experimentId: null,
      sequenceNumber,
    })),
  );
  const places = new Map(
    evidence.map((place) => [placeOf(place.conversationId, place.sequenceNumber), place]),
  );
  const queries: object[] = [
    { _id: { $in: [...new Set(findings.map(({ messageId }) => messageId))] }, workspaceId },
    ...[...places.values()].map((place) => ({ workspaceId, ...place })),
  ];
  return messageCollection()
    .find({ $or: queries }, { ...limit.forOperation(), batchSize: READ_BATCH_SIZE })
    .project<PartsRecord>({ conversationId: 1, experimentId: 1, sequenceNumber: 1, parts: 1 });
}

/** Converts the spans in place; returns those whose part has a text. */
function convertSpans(parts: readonly MessagePart[], spans: readonly Span[], unit: OffsetUnit): Span[] {
  return [...new Set(spans.map(({ messagePartIndex }) => messagePartIndex))].flatMap((index) => {
    const part = parts[index];
    const text = part === undefined ? null : partText(part);
    if (text === null) return [];
    const ofPart = spans.filter(({ messagePartIndex }) => messagePartIndex === index);
    const toUnit = converterOf(
      text,
      ofPart.flatMap(({ startOffset, endOffset }) => [startOffset, endOffset]),
      unit,
    );
    for (const span of ofPart) {
      span.startOffset = toUnit(span.startOffset);
      span.endOffset = toUnit(span.endOffset);
    }
    return ofPart;
  });
}

/** Converts the given code point offsets of a text, in one pass over it. */
function converterOf(text: string, offsets: readonly number[], unit: OffsetUnit): (offset: number) => number {
  const toUtf16 = utf16Converter(text);
  if (unit === 'utf16') return toUtf16;
  const bytesBefore = new Map<number, number>();
  let [index, bytes] = [0, 0];
  for (const offset of offsets.toSorted((one, other) => one - other)) {
    const next = toUtf16(offset);
    bytes += Buffer.byteLength(text.slice(index, next));
    index = next;
    bytesBefore.set(offset, bytes);
  }
  return (offset) => bytesBefore.get(offset) ?? 0;
}
