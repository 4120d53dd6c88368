import { sentencesOf } from '../../packages/detector';
import type { Message } from '../../packages/formats';
import { partText } from '../../packages/text';
import { scoreSentences } from './sentence-ranking';

const maxSentences = 3;
const maxLength = 600;
const endsAsQuestion = /[?？]["'”’)\]]?$/u;
const holdsWord = /[\p{L}\p{N}]/u;

interface Evidence {
  sentence: string;
  isInstruction: boolean;
}

/** A sentence of the evidence and its place in the conversation. */
export interface Extract {
  sentence: string;
  order: number;
}

/**
 * The sentences of the evidence that match the last user message best, best first: at most three, at most 600
 * characters in total when joined by a space, none with less than half of the best score. Without a common
 * term they are the first sentences outside the instructions. Empty without evidence: no system or developer
 * message, no tool result, no user text other than the request itself. Yields after each sentence.
 */
export function* extractSentences(messages: Message[]): Generator<undefined, Extract[]> {
  const { request, evidence } = yield* readConversation(messages);
  const scores = yield* scoreSentences(
    evidence.map(({ sentence }) => sentence),
    request,
  );
  const bestScore = scores.reduce((best, score) => Math.max(best, score), 0);
  const hasFacts = evidence.some(({ isInstruction }) => !isInstruction);
  const ranked = evidence
    .map((item, order) => ({ ...item, order, score: scores[order] ?? 0 }))
    .filter(({ score, isInstruction }) =>
      bestScore > 0 ? score >= bestScore / 2 : !(hasFacts && isInstruction),
    )
    .sort((left, right) => right.score - left.score || left.order - right.order);
  yield;
  return takeWithinLimits(ranked);
}

/** Earlier assistant messages are skipped: the output of a model is no evidence. */
function* readConversation(
  messages: Message[],
): Generator<undefined, { request: string; evidence: Evidence[] }> {
  const lastUserIndex = messages.findLastIndex(({ role }) => role === 'user');
  let request = '';
  const evidence: Evidence[] = [];
  for (const [index, message] of messages.entries()) {
    if (message.role === 'assistant') continue;
    const isInstruction = message.role === 'system' || message.role === 'developer';
    let sentences: string[] = [];
    for (const part of message.parts) {
      for (const { text } of sentencesOf(partText(part) ?? '')) {
        if (holdsWord.test(text)) sentences.push(text);
        yield;
      }
    }
    if (index === lastUserIndex) ({ request, sentences } = separateRequest(sentences));
    for (const sentence of sentences) evidence.push({ sentence: shorten(sentence), isInstruction });
  }
  return { request, evidence };
}

/**
 * Users often put the document and the request into one message. The request is a question near the start or
 * at the end, else the first sentence; questions in between belong to the document.
 */
function separateRequest(sentences: string[]) {
  const isOutside = (index: number) => index < 3 || index === sentences.length - 1;
  const questions = sentences.filter((sentence, index) => isOutside(index) && endsAsQuestion.test(sentence));
  const asking = new Set(questions.length > 0 ? questions : sentences.slice(0, 1));
  return {
    request: [...asking].join(' '),
    sentences: sentences.filter((sentence) => !asking.has(sentence)),
  };
}

function takeWithinLimits(ranked: Extract[]): Extract[] {
  const selection = new Map<string, Extract>();
  let length = 0;
  for (const candidate of ranked) {
    if (selection.size === maxSentences) break;
    const added = candidate.sentence.length + (selection.size > 0 ? 1 : 0);
    if (selection.has(candidate.sentence) || length + added > maxLength) continue;
    selection.set(candidate.sentence, candidate);
    length += added;
  }
  return [...selection.values()];
}

/**
 * Truncates a sentence that exceeds the limit, between words where possible, and never inside a character.
 */
function shorten(sentence: string): string {
  if (sentence.length <= maxLength) return sentence;
  const head = sentence.slice(0, maxLength);
  const lastBlank = head.lastIndexOf(' ');
  if (lastBlank > 0) return head.slice(0, lastBlank).trimEnd();
  return head.replace(/[\uD800-\uDBFF]$/, '');
}
