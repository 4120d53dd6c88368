import type { Message, MessagePart } from '../../packages/formats';
import { partText } from '../../packages/text';

type CountTokens = (text: string) => number;
type Encoding = typeof import('gpt-tokenizer/encoding/o200k_base');
type EncodingName = 'o200k_base' | 'cl100k_base';

/**
 * Byte-pair merging takes quadratic time in the length of a pre-token, and the regular expressions of the
 * encodings do not limit runs of letters, symbols, spaces, and line ends with slashes. Splitting such a run
 * every 32 characters bounds the work. Text in words is never split.
 */
const longRun = /[\p{L}\p{M}]{32}|[^\s\p{L}\p{N}]{32}|\s{32}|[\r\n/]{32}/gu;
/** A necessary condition of a long run that is much faster to test and false for most texts. */
const unbrokenRun = /(?:^|\s)\S{32}|[\s/]{32}/;

/** Longer texts are estimated: rare symbols take microseconds each, even after splitting runs. */
const maxExactLength = 2 ** 16;
const sampleCount = 64;
const sampleLength = maxExactLength / sampleCount;

/**
 * A hit in the library's cache takes time proportional to the cache size: 20 µs at 10,000 merges, 3 µs at
 * 1,000.
 */
const mergeCacheSize = 1_000;

/** Tokens of a message in addition to its text: three for its frame and one for its role. */
export const tokensPerMessage = 4;
/** Tokens that start the reply, counted once per conversation. */
export const tokensPerConversation = 3;

/**
 * Cached counts by parts array: the same messages are counted as input of a model and of an evaluator,
 * unchanged.
 */
const partCounts: Record<EncodingName, WeakMap<MessagePart[], number>> = {
  o200k_base: new WeakMap(),
  cl100k_base: new WeakMap(),
};

const loadedEncodings = new Map<EncodingName, CountTokens>();

/**
 * Counts the tokens of a text with the encoding of the model's family: cl100k for gpt-4 and gpt-3.5, else
 * o200k, which is an estimate for models of other vendors. Exact up to 65,536 UTF-16 units, except that each
 * split of a long run may add a token. Longer texts are estimated from evenly spaced samples. Text that looks
 * like a special token counts as plain text.
 */
export function countTokens(text: string, model = ''): number {
  const count = loadEncoding(encodingOf(model));
  if (text.length <= maxExactLength) return countInRuns(text, count);
  const distance = (text.length - sampleLength) / (sampleCount - 1);
  let sampled = 0;
  for (let index = 0; index < sampleCount; index += 1) {
    const start = Math.floor(index * distance);
    sampled += countInRuns(text.slice(start, start + sampleLength), count);
  }
  return Math.round((sampled * text.length) / maxExactLength);
}

function countInRuns(text: string, count: CountTokens): number {
  const wellFormed = text.toWellFormed();
  if (!unbrokenRun.test(wellFormed)) return count(wellFormed);
  let total = 0;
  let start = 0;
  for (const run of wellFormed.matchAll(longRun)) {
    const end = run.index + run[0].length;
    total += count(wellFormed.slice(start, end));
    start = end;
  }
  return total + count(wellFormed.slice(start));
}

/**
 * Counts the input tokens of a conversation: its text and the overhead of OpenAI's chat format (four per
 * message, one more with a name, three for the reply).
 */
export function countMessageTokens(messages: Message[], model = ''): number {
  const steps = countMessageTokensInSteps(messages, model);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * The same as a generator that yields after each part, for work slices: exact counts of 27 MiB take seconds.
 */
export function* countMessageTokensInSteps(messages: Message[], model = ''): Generator<undefined, number> {
  if (messages.length === 0) return 0;
  let total = tokensPerConversation;
  for (const { name, parts } of messages) {
    total += tokensPerMessage + (name === null ? 0 : 1 + countTokens(name, model));
    total += yield* countPartTokensInSteps(parts, model);
  }
  return total;
}

/** Counts the tokens of parts, including names of called tools. Media count as zero. */
export function countPartTokens(parts: MessagePart[], model = ''): number {
  const steps = countPartTokensInSteps(parts, model);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same as a generator that yields after each part, for work slices. */
export function* countPartTokensInSteps(parts: MessagePart[], model = ''): Generator<undefined, number> {
  const counts = partCounts[encodingOf(model)];
  const cachedCount = counts.get(parts);
  if (cachedCount !== undefined) return cachedCount;
  let count = 0;
  for (const part of parts) {
    if (part.type === 'tool_call') count += countTokens(part.name, model);
    count += countTokens(partText(part) ?? '', model);
    yield;
  }
  counts.set(parts, count);
  return count;
}

function encodingOf(model: string): EncodingName {
  const name = model.slice(model.lastIndexOf('/') + 1);
  // Later gpt-4 models (gpt-4o, gpt-4.1, gpt-4.5) moved to o200k; fine-tuned ones begin with "ft:".
  return /^(ft:)?gpt-(4(?![o.])|3\.5)/.test(name) ? 'cl100k_base' : 'o200k_base';
}

/** Loads an encoding on first use: each is megabytes of source. */
function loadEncoding(name: EncodingName): CountTokens {
  const loaded = loadedEncodings.get(name);
  if (loaded) return loaded;
  const encoding: Encoding = require(`gpt-tokenizer/encoding/${name}`);
  encoding.setMergeCacheSize(mergeCacheSize);
  // Without this option, text that contains a special token throws.
  const count: CountTokens = (text) => encoding.countTokens(text, { disallowedSpecial: new Set() });
  loadedEncodings.set(name, count);
  return count;
}
