import { runInSlices } from '../../../packages/concurrency';
import type { IssueConfig } from '../../../packages/detector';
import type { Transcript } from '../../conversations/transcript/conversation';
import type { ReplaySize } from '../../conversations/transcript/replay-size';
import { type JudgeContext, measureJudging } from '../../evaluation/llm-judge/measure-judging';
import { countMessageTokensInSteps, countPartTokensInSteps } from '../../providers/tokenizer';
import { judgedPromptOf, lastReplyIndex, sentPromptOf } from '../execution/replay';
import { type SentSize, sentSizeOf, tokensOfFrames } from './sent-size';

/** Conversations whose tokens are counted, and their size in the database. */
const MAX_COUNTED = 100;
const MAX_COUNTED_BYTES = 2 * 1024 * 1024;

/** English text in words. Used if no conversation can be counted. */
const DEFAULT_TOKENS_PER_CHAR = 0.25;

/** Tokens per code point. */
export interface TokenRates {
  /** Of what is sent to the model, without the frames of messages. */
  prompt: number;
  reply: number;
  /** Of what is sent to the judge, without its instructions. */
  judged: number;
}

/** What is sent, and to whom. */
export interface SentTo {
  /** The model as tokenizers name it; null if replies are passed through. */
  model: string | null;
  override: string | null;
  /** Null for the embedded evaluator. */
  judge: (JudgeContext & { instructionTokens: number }) | null;
  issueConfig: IssueConfig;
}

/** Conversations to count, evenly spaced over the list. Long ones are left out once they no longer fit. */
export function chooseCounted(sizes: ReadonlyMap<string, ReplaySize>): string[] {
  const ids = [...sizes.keys()];
  const step = Math.max(1, ids.length / MAX_COUNTED);
  const countedIds: string[] = [];
  let bytes = 0;
  for (let position = 0; position < ids.length; position += step) {
    const id = ids[Math.floor(position)] as string;
    const conversationBytes = sizes.get(id)?.bytes ?? 0;
    if (bytes + conversationBytes > MAX_COUNTED_BYTES) continue;
    bytes += conversationBytes;
    countedIds.push(id);
  }
  return countedIds.slice(0, MAX_COUNTED);
}

/** Counts the tokens of conversations, as they are sent. Where the model is unknown, as those of the judge. */
export async function measureRates(
  transcripts: readonly Transcript[],
  sizes: ReadonlyMap<string, ReplaySize>,
  sentTo: SentTo,
  signal: AbortSignal,
): Promise<TokenRates> {
  const model = sentTo.model ?? sentTo.judge?.model ?? '';
  const rates = { prompt: new Rate(), reply: new Rate(), judged: new Rate() };
  for (const { conversation, messages } of transcripts) {
    const size = sizes.get(conversation.id);
    if (size === undefined) continue;
    const sentSize = sentSizeOf(size, sentTo.override);
    rates.prompt.add(
      await countSent(messages, sentSize, { model, override: sentTo.override }, signal),
      sentSize.chars,
    );
    const reply = messages[lastReplyIndex(messages)];
    if (reply === undefined || size.lastReply === null) continue;
    const replyTokens = await runInSlices(countPartTokensInSteps(reply.parts, model), signal);
    rates.reply.add(replyTokens, size.lastReply.chars);
    if (sentTo.judge === null) continue;
    const judgeInput = { messages: [...judgedPromptOf(messages, null), reply], tools: conversation.tools };
    const usage = await measureJudging(
      { ...judgeInput, issueConfig: sentTo.issueConfig },
      sentTo.judge,
      signal,
    );
    if (usage.calls === 0) continue;
    const tokens = usage.inputTokens - usage.calls * sentTo.judge.instructionTokens;
    rates.judged.add(tokens, size.promptChars + size.toolsChars + size.lastReply.chars);
  }
  const prompt = rates.prompt.value ?? DEFAULT_TOKENS_PER_CHAR;
  const reply = rates.reply.value ?? prompt;
  return { prompt, reply, judged: rates.judged.value ?? prompt };
}

async function countSent(
  messages: Transcript['messages'],
  sentSize: SentSize,
  { model, override }: { model: string; override: string | null },
  signal: AbortSignal,
): Promise<number> {
  const steps = countMessageTokensInSteps(sentPromptOf(messages, override), model);
  return (await runInSlices(steps, signal)) - tokensOfFrames(sentSize);
}

class Rate {
  private tokens = 0;
  private chars = 0;

  add(tokens: number, chars: number): void {
    this.tokens += tokens;
    this.chars += chars;
  }

  get value(): number | null {
    return this.chars === 0 ? null : Math.max(0, this.tokens) / this.chars;
  }
}
