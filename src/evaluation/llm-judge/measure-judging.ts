import { collectInSlices, runInSlices } from '../../../packages/concurrency';
import type { EvaluationInput, IssueConfig } from '../../../packages/detector';
import { countMessageTokensInSteps, countTokens } from '../../providers/tokenizer';
import { SAMPLE_NONCE } from './delimited-sections';
import { segmentConversation } from './evidence-segments';
import { judgeInstructions } from './judge-instructions';
import { buildJudgePrompt } from './judge-prompt';
import { planWindows } from './judge-windows';
import { tileReply } from './reply-pieces';

/** The model of a judge, as it is named in tokenizers, and its context window. */
export interface JudgeContext {
  model: string;
  contextTokens: number;
}

/** The calls that judge a reply, without verification, and the tokens of their prompts; 0 if there is no call. */
export async function measureJudging(
  input: EvaluationInput,
  context: JudgeContext,
  signal: AbortSignal,
): Promise<{ calls: number; inputTokens: number }> {
  const reply = input.messages.at(-1);
  if (reply === undefined) return { calls: 0, inputTokens: 0 };
  const segments = await collectInSlices(segmentConversation(input.messages, context.model), signal);
  const tiles = await collectInSlices(tileReply(reply, context.model), signal);
  const windows = tiles.length === 0 ? [] : (planWindows(segments, tiles, input, context) ?? []).flat();
  let inputTokens = 0;
  for (const window of windows) {
    const prompt = buildJudgePrompt(window, input, SAMPLE_NONCE);
    inputTokens += await runInSlices(countMessageTokensInSteps(prompt, context.model), signal);
  }
  return { calls: windows.length, inputTokens };
}

/** The tokens of a prompt without any conversation. */
export function countInstructionTokens(issueConfig: IssueConfig, model: string): number {
  return countTokens(judgeInstructions(issueConfig, SAMPLE_NONCE), model);
}
