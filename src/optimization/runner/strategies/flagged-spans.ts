import type { AssayClient, ExperimentItem, ExperimentItemDetail } from '../../../../packages/client';
import { codePointLength, sliceCodePoints } from '../../../../packages/text';

const MAX_ITEMS = 12;
const MAX_SPANS_PER_ITEM = 3;
const CONTEXT_LENGTH = 200;

/** A flagged span of a reply with its context. */
export interface FlaggedSpan {
  label: string;
  /** The request of the user, truncated. */
  request: string;
  /** The flagged text. */
  text: string;
  /** The flagged text with up to 200 code points on both sides. */
  excerpt: string;
  explanation: string;
  /** The dotted path of the argument if a tool call was flagged. */
  parameter: string | null;
}

/** Lists up to 3 spans, by confidence, of each of the 12 replies with the most issues. */
export async function listWorstSpans(
  client: AssayClient,
  experimentId: string,
  signal: AbortSignal,
): Promise<FlaggedSpan[]> {
  const worst: ExperimentItem[] = [];
  for await (const item of client.experiments.items(experimentId, {}, { signal })) {
    if ((item.issue_count ?? 0) === 0) continue;
    worst.push(item);
    worst.sort((left, right) => (right.issue_count ?? 0) - (left.issue_count ?? 0));
    worst.length = Math.min(worst.length, MAX_ITEMS);
  }
  const spans: FlaggedSpan[] = [];
  for (const { id } of worst)
    spans.push(...spansOf(await client.experiments.getItem(experimentId, id, { signal })));
  return spans;
}

function spansOf({ annotations, reply, source_preview }: ExperimentItemDetail): FlaggedSpan[] {
  return (annotations ?? [])
    .toSorted((left, right) => (right.confidence ?? 0) - (left.confidence ?? 0))
    .slice(0, MAX_SPANS_PER_ITEM)
    .map((annotation) => ({
      label: annotation.label,
      request: source_preview,
      text: annotation.text,
      excerpt: excerptOf(textOf(reply?.parts[annotation.message_part_index]), annotation),
      explanation: annotation.explanation,
      parameter: annotation.parameter_name,
    }));
}

/** Offsets of annotations count code points. */
function excerptOf(
  text: string,
  { start_offset: start, end_offset: end }: { start_offset: number; end_offset: number },
) {
  const from = Math.max(0, start - CONTEXT_LENGTH);
  const to = Math.min(codePointLength(text), end + CONTEXT_LENGTH);
  return sliceCodePoints(text, from, to);
}

/** The text that the offsets of annotations refer to; empty for a missing part or a part without text. */
function textOf(part: Record<string, unknown> | undefined): string {
  const text = part?.content ?? part?.arguments;
  return typeof text === 'string' ? text : '';
}
