import { isSliceOver, nextSlice } from '../../../packages/concurrency';
import { sentencesOf } from '../../../packages/detector';
import { codePointLength, countPlaceholders, SYSTEM_PROMPT_PLACEHOLDER } from '../../../packages/text';
import type { PromptTexts } from '../../conversations/transcript/conversation';

export const promptWarningCodes = ['system_text_not_sent'] as const;

/** What a system prompt does to conversations that its author may not intend. */
export interface PromptWarning {
  code: (typeof promptWarningCodes)[number];
  itemsCount: number;
  message: string;
}

/** Shorter system text is an instruction; longer one may hold what replies have to rely on. */
const MAX_UNSENT_CHARS = 200;

/** Reads the texts of conversations. */
export type ReadPromptTexts = (
  workspaceId: string,
  conversationIds: readonly string[],
) => AsyncIterable<PromptTexts>;

/**
 * Warns of conversations of which an override sends less than the original system text, by more than 200
 * characters. Null overrides nothing. Reads no conversation if the override inserts their system text.
 */
export async function findPromptWarnings(
  readPromptTexts: ReadPromptTexts,
  workspaceId: string,
  override: string | null,
  conversationIds: readonly string[],
): Promise<PromptWarning[]> {
  if (override === null || countPlaceholders(override) > 0) return [];
  const sentByOverride = new Set<string>();
  addSentences(override, sentByOverride);
  let itemsCount = 0;
  for await (const texts of readPromptTexts(workspaceId, conversationIds)) {
    if (isSliceOver()) await nextSlice();
    if (losesSystemText(texts, sentByOverride)) itemsCount += 1;
  }
  return itemsCount === 0 ? [] : [warningOf(itemsCount)];
}

function warningOf(itemsCount: number): PromptWarning {
  const where = itemsCount === 1 ? '1 conversation' : `${itemsCount} conversations`;
  return {
    code: 'system_text_not_sent',
    itemsCount,
    message:
      `The system prompt leaves out more than ${MAX_UNSENT_CHARS} characters of the original one in ${where}. ` +
      `${SYSTEM_PROMPT_PLACEHOLDER} inserts the original`,
  };
}

function losesSystemText({ system, others }: PromptTexts, sentByOverride: ReadonlySet<string>): boolean {
  if (system === null || system.length <= MAX_UNSENT_CHARS) return false;
  if (unsentLength(system, sentByOverride) <= MAX_UNSENT_CHARS) return false;
  const sentSentences = new Set(sentByOverride);
  for (const text of others) addSentences(text, sentSentences);
  return unsentLength(system, sentSentences) > MAX_UNSENT_CHARS;
}

/**
 * Characters of the system text, as far as it was read, outside the sentences that are sent. By sentence, because
 * searching one text in another takes quadratic time if both repeat themselves.
 */
function unsentLength(
  { text, length }: NonNullable<PromptTexts['system']>,
  sentSentences: ReadonlySet<string>,
) {
  const sentences = [...sentencesOf(text)];
  const readLength = codePointLength(text);
  let unsent = Math.min(length, readLength);
  for (const [index, sentence] of sentences.entries()) {
    const next = sentences[index + 1]?.start ?? text.length;
    const isCut = index === sentences.length - 1 && readLength < length;
    if (isCut || sentSentences.has(normalized(sentence.text)))
      unsent -= codePointLength(text.slice(sentence.start, next));
  }
  return unsent;
}

function addSentences(text: string, sentences: Set<string>): void {
  for (const sentence of sentencesOf(text)) sentences.add(normalized(sentence.text));
}

function normalized(sentence: string): string {
  return sentence.replace(/\s+/g, ' ');
}
