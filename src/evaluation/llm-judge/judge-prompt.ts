import type { EvaluationInput } from '../../../packages/detector';
import type { Message } from '../../../packages/formats';
import { sliceCodePoints } from '../../../packages/text';
import {
  createDelimiter,
  type Delimiter,
  describeSource,
  evidenceSections,
  promptMessages,
  toolLines,
} from './delimited-sections';
import type { Finding } from './judge-findings';
import { judgeInstructions } from './judge-instructions';
import type { JudgeWindow } from './judge-windows';

/**
 * Builds the messages that ask a model to judge a reply by one window of the evidence. All text of the
 * conversation is enclosed in delimiters with `nonce`, which must be a random word per call: text in it that
 * imitates instructions or the end of the data stays data. `unanchored` is what an earlier reply of the model reported
 * without a place in the reply: data too, because the model may have copied it.
 */
export function buildJudgePrompt(
  { evidence, stretch, segments, reply }: JudgeWindow,
  { messages, tools, issueConfig }: EvaluationInput,
  nonce: string,
  unanchored: readonly Finding[] = [],
): Message[] {
  const delimit = createDelimiter(nonce);
  const parts = messages.at(-1)?.parts ?? [];
  const replySections = reply.map(({ partIndex, text }) => {
    const part = parts[partIndex];
    const source =
      part?.type === 'tool_call'
        ? { heading: 'call of the tool', toolName: part.name }
        : { heading: part?.type ?? 'text', toolName: null };
    return `[part ${partIndex}] ${describeSource(source, text, delimit)}`;
  });
  return promptMessages(judgeInstructions(issueConfig, nonce, evidence.count > 1), [
    `# Conversation before the reply${placeOf('window', evidence)}`,
    ...evidenceSections(segments, delimit),
    '# Tools the assistant could call',
    tools.length === 0 ? '(none)' : toolLines(tools).map(delimit).join('\n'),
    `# Reply to judge${placeOf('stretch', stretch)}`,
    ...replySections,
    ...unanchoredSections(unanchored, delimit),
  ]);
}

/** Findings and code points of a quote that are shown again. */
const MAX_SHOWN_FINDINGS = 10;
const MAX_SHOWN_LENGTH = 500;

function unanchoredSections(unanchored: readonly Finding[], delimit: Delimiter): string[] {
  if (unanchored.length === 0) return [];
  const lines = unanchored.slice(0, MAX_SHOWN_FINDINGS).map(({ quote, label }) =>
    JSON.stringify({
      quote: sliceCodePoints(quote, 0, MAX_SHOWN_LENGTH),
      label: sliceCodePoints(label, 0, MAX_SHOWN_LENGTH),
    }),
  );
  return [
    '# Findings of your last answer that cannot be used',
    'Their quote is not in the reply as it stands there, or their label is none of the names above. Examine the reply ' +
      'again. Copy each quote character by character, with all of its marks and without an ellipsis.',
    delimit(lines.join('\n')),
  ];
}

function placeOf(name: string, { index, count }: { index: number; count: number }): string {
  return count === 1 ? '' : ` (${name} ${index} of ${count})`;
}
