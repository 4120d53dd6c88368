import { codePointLength, sliceCodePoints } from '../../../platform/text/code-points';
import type { RunnerClient } from '../client/runner-client';
import type { ExperimentItem, ExperimentItemDetail } from '../client/wire';

const MAX_ITEMS = 12;
const MAX_SPANS_PER_ITEM = 3;
const CONTEXT_LENGTH = 200;

/** A stretch of a reply that was flagged, with what is needed to see why. */
export interface FlaggedSpan {
  label: string;
  /** What the user had asked, shortened. */
  request: string;
  /** The flagged words. */
  text: string;
  /** The flagged words with up to 200 code points on both sides. */
  excerpt: string;
  explanation: string;
  /** The dotted path of the argument when a tool call was flagged. */
  parameter: string | null;
}

/** The spans of the replies of an experiment with the most issues: of 12 replies, up to 3 each, the most sure first. */
export async function listWorstSpans(
  client: RunnerClient,
  experimentId: string,
  signal: AbortSignal,
): Promise<FlaggedSpan[]> {
  const worst: ExperimentItem[] = [];
  for await (const item of client.listItems(experimentId, signal)) {
    if ((item.issue_count ?? 0) === 0) continue;
    worst.push(item);
    worst.sort((left, right) => (right.issue_count ?? 0) - (left.issue_count ?? 0));
    worst.length = Math.min(worst.length, MAX_ITEMS);
  }
  const spans: FlaggedSpan[] = [];
  for (const { id } of worst) spans.push(...spansOf(await client.getItem(experimentId, id, signal)));
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

/** The text that annotations of a part point into; empty for a part that is not there or has none. */
function textOf(part: Record<string, unknown> | undefined): string {
  const text = part?.content ?? part?.arguments;
  return typeof text === 'string' ? text : '';
}
