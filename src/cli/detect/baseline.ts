import { z } from 'zod';
import { sliceCodePoints } from '../../../packages/text';
import { matchSpans, type PartSpan } from '../../conversations/findings/ledger/finding-identity';
import type { Line } from '../../conversations/transfer/read-lines';
import { readJsonLine } from '../shared/json-file';
import type { JudgedLine } from './judge-line';
import { idSchema, type LineId } from './line-conversation';

interface KnownSpan extends PartSpan {
  text: string;
}

/** Earlier results, by the ids of their lines. */
export interface Baseline {
  /**
   * Whether the earlier result of the line lacks each finding of `judged`, in order. To be called once for each line,
   * in order: lines with the same id are compared in the order of both files.
   */
  findNew(judged: JudgedLine): boolean[];
}

const spanSchema = z
  .object({
    text: z.string(),
    label: z.string(),
    message_part_index: z.int(),
    start_offset: z.int(),
    end_offset: z.int(),
  })
  .transform(
    (span): KnownSpan => ({
      text: span.text,
      label: span.label,
      messagePartIndex: span.message_part_index,
      startOffset: span.start_offset,
      endOffset: span.end_offset,
    }),
  );

const idFields = { id: idSchema, external_id: idSchema };
const resultSchema = z.union([
  z.object({ ...idFields, annotations: z.array(spanSchema) }),
  // No verdict: which findings the reply had is unknown.
  z.object({ ...idFields, no_verdict: z.looseObject({}) }),
  z.object({ ...idFields, error: z.string() }),
]);

/**
 * Reads an output of `assay detect`.
 * @throws Error of one line when a line is no result, or there is none; errors of reading
 */
export async function readBaseline(lines: AsyncIterable<Line>, name: string): Promise<Baseline> {
  const results = new Map<string, { spans: KnownSpan[][]; next: number }>();
  let isEmpty = true;
  for await (const { number, bytes } of lines) {
    isEmpty = false;
    const read = readJsonLine(bytes);
    const fault = 'fault' in read ? read.fault : 'not a result of assay detect';
    const parsed = 'fault' in read ? null : resultSchema.safeParse(read.value);
    if (!parsed?.success) throw new Error(`Line ${number} of ${name}: ${fault}`);
    const { data } = parsed;
    const key = keyOf(data.external_id, data.id);
    const ofKey = results.get(key) ?? { spans: [], next: 0 };
    ofKey.spans.push('annotations' in data ? data.annotations : []);
    results.set(key, ofKey);
  }
  if (isEmpty) throw new Error(`${name} is empty`);
  return {
    findNew(judged) {
      const ofKey = results.get(keyOf(judged.externalId, judged.id));
      const earlierSpans = ofKey?.spans[ofKey.next] ?? [];
      if (ofKey !== undefined) ofKey.next += 1;
      if ('fault' in judged || judged.verdict.status !== 'completed') return [];
      return findNewSpans(earlierSpans, judged.verdict.annotations);
    },
  };
}

/** Lines without an id share one key. */
function keyOf(externalId: LineId | undefined, id: LineId | undefined): string {
  if (externalId != null) return `external_id ${externalId}`;
  return id == null ? '' : `id ${id}`;
}

/**
 * By the rule of the ledger, except that it compares spans of one reply. Here the reply may have been generated again:
 * where the words of two spans differ, so do the findings.
 */
function findNewSpans(known: readonly KnownSpan[], spans: readonly KnownSpan[]): boolean[] {
  const identified = known.map((span, index) => ({ ...span, findingId: String(index) }));
  return matchSpans(identified, spans).map((id, index) => {
    const [before, now] = [id === null ? undefined : known[Number(id)], spans[index]];
    return before === undefined || now === undefined || !haveSameWords(before, now);
  });
}

function haveSameWords(one: KnownSpan, other: KnownSpan): boolean {
  const start = Math.max(one.startOffset, other.startOffset);
  const end = Math.min(one.endOffset, other.endOffset);
  const wordsOf = ({ text, startOffset }: KnownSpan) =>
    sliceCodePoints(text, start - startOffset, end - startOffset);
  return wordsOf(one) === wordsOf(other);
}
