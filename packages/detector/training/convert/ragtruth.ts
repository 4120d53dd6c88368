import type { LabeledCase } from '../labeled-data';

/** A line of `response.jsonl`. */
export interface RagTruthResponse {
  id: string;
  source_id: string;
  split: string;
  response: string;
  /** Offsets are code points of the response. */
  labels: { start: number; end: number; text: string; label_type: string }[];
}

/** A line of `source_info.jsonl`. */
export interface RagTruthSource {
  source_id: string;
  task_type: string;
  /** What the models were asked. It holds the text that the reply may rely on. */
  prompt: string;
}

/** The responses to one source in the training part: which split they are in, and the name of their source. */
export interface SourceSplit {
  source: string;
  split: string;
}

/** The dataset has six responses to each source, with consecutive ids. */
const RESPONSES_PER_SOURCE = 6;

/**
 * Reads `ragtruth-sources.tsv`: the id of the first response to a source, the source's name, its split.
 * Training and the twins divide replies by these names.
 */
export function readSourceSplits(table: string): Map<number, SourceSplit> {
  return new Map(
    table
      .trim()
      .split('\n')
      .map((line) => {
        const [first = '', source = '', split = ''] = line.split('\t');
        return [Number(first), { source, split }];
      }),
  );
}

/**
 * The labeled cases of each split: `train` and `dev` divide the official training part, `test` is the official test part.
 * @throws Error when a response has no source, or is of the training part and not in the table
 */
export function convertRagTruth(
  responses: readonly RagTruthResponse[],
  sources: readonly RagTruthSource[],
  splits: ReadonlyMap<number, SourceSplit>,
): Map<string, LabeledCase[]> {
  const sourceOf = new Map(sources.map((source) => [source.source_id, source]));
  const cases = new Map<string, LabeledCase[]>();
  for (const response of responses) {
    const source = sourceOf.get(response.source_id);
    if (source === undefined) throw new Error(`Response ${response.id} has no source ${response.source_id}`);
    const { source: name, split } = splitOf(response, splits);
    const ofSplit = cases.get(split) ?? [];
    ofSplit.push(toCase(response, source, name));
    cases.set(split, ofSplit);
  }
  return cases;
}

function splitOf(response: RagTruthResponse, splits: ReadonlyMap<number, SourceSplit>): SourceSplit {
  if (response.split === 'test') return { source: response.source_id, split: 'test' };
  const id = Number(response.id);
  const found = splits.get(id - (id % RESPONSES_PER_SOURCE));
  if (found === undefined) throw new Error(`Response ${response.id} is not in ragtruth-sources.tsv`);
  return found;
}

function toCase(
  { id, response, labels }: RagTruthResponse,
  { task_type: task, prompt }: RagTruthSource,
  source: string,
): LabeledCase {
  return {
    id: `ragtruth-${id}`,
    task,
    source,
    hallucinated: labels.length > 0,
    messages: [
      { role: 'user', content: prompt },
      { role: 'assistant', content: response },
    ],
    spans: labels.map((label) => toSpan(id, response, label)),
  };
}

/** @throws Error when the label's text is not at its offsets */
function toSpan(id: string, response: string, label: RagTruthResponse['labels'][number]) {
  const codePoints = [...response];
  const start = codePoints.slice(0, label.start).join('').length;
  const end = start + codePoints.slice(label.start, label.end).join('').length;
  if (response.slice(start, end) !== label.text) {
    throw new Error(`Response ${id} does not have “${label.text}” at ${label.start}`);
  }
  return { start, end, label: label.label_type, text: label.text };
}
