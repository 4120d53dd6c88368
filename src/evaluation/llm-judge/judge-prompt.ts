import type { EvaluationInput } from '../../../packages/detector';
import type { Message } from '../../../packages/formats';
import {
  createDelimiter,
  describeSource,
  evidenceSections,
  promptMessages,
  toolLines,
} from './delimited-sections';
import { judgeInstructions } from './judge-instructions';
import type { JudgeWindow } from './judge-windows';

/**
 * Builds the messages that ask a model to judge a reply by one window of the evidence. All text of the
 * conversation is enclosed in delimiters with `nonce`, which must be a random word per call: text in it that
 * imitates instructions or the end of the data stays data.
 */
export function buildJudgePrompt(
  { evidence, stretch, segments, reply }: JudgeWindow,
  { messages, tools, issueConfig }: EvaluationInput,
  nonce: string,
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
  ]);
}

function placeOf(name: string, { index, count }: { index: number; count: number }): string {
  return count === 1 ? '' : ` (${name} ${index} of ${count})`;
}
