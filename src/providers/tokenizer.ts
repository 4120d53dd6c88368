import { type Message, type MessagePart, partText } from '../conversations/transcript/message';

type CountTokens = (text: string) => number;
type Encoding = typeof import('gpt-tokenizer/encoding/o200k_base');
type EncodingName = 'o200k_base' | 'cl100k_base';

/**
 * Byte-pair merging takes time in the square of the length of one pre-token, and the encodings' own regular
 * expressions set no limit to runs of letters, of symbols, of blanks and of line ends with slashes. A cut
 * after every 32 characters of such a run bounds the work; text in words is never cut.
 */
const longRun = /[\p{L}\p{M}]{32}|[^\s\p{L}\p{N}]{32}|\s{32}|[\r\n/]{32}/gu;
/** Every long run holds such a one, and most texts hold none; it is found in a fraction of the time. */
const unbrokenRun = /(?:^|\s)\S{32}|[\s/]{32}/;

/** Longer texts are estimated: rare symbols take microseconds each, which no cutting into runs changes. */
const maxExactLength = 2 ** 16;
const sampleCount = 64;
const sampleLength = maxExactLength / sampleCount;

/** A hit in the library's cache takes time in proportion to its size: 20 µs at 10,000 merges, 3 µs at 1,000. */
const mergeCacheSize = 1_000;

/** Tokens of a message besides its text: three that frame it and one for its role. */
const tokensPerMessage = 4;
/** Tokens that open the reply, counted once for any number of messages. */
export const tokensPerConversation = 3;

/** The same messages are counted as a model's input and as an evaluator's; nobody changes them in between. */
const partCounts: Record<EncodingName, WeakMap<MessagePart[], number>> = {
  o200k_base: new WeakMap(),
  cl100k_base: new WeakMap(),
};

const loadedEncodings = new Map<EncodingName, CountTokens>();

/**
 * Counts the tokens of a text as the model's family splits it: cl100k for gpt-4 and gpt-3.5, else o200k,
 * also for models of other makers, where it is an estimate. Exact up to 65,536 UTF-16 units, except that in
 * an unbroken run each cut may add a token; a longer text is estimated from samples spread over it. Text that
 * looks like a special token is plain text.
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
 * Counts the input tokens of a conversation: its text and the usual overhead of OpenAI's chat format (four
 * per message, one more with a name, three for the reply).
 */
export function countMessageTokens(messages: Message[], model = ''): number {
  const steps = countMessageTokensInSteps(messages, model);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same in steps for an event loop that has other work: exact counts of 27 MiB take seconds. A step is a part. */
export function* countMessageTokensInSteps(messages: Message[], model = ''): Generator<undefined, number> {
  if (messages.length === 0) return 0;
  let total = tokensPerConversation;
  for (const { name, parts } of messages) {
    total += tokensPerMessage + (name === null ? 0 : 1 + countTokens(name, model));
    total += yield* countPartTokensInSteps(parts, model);
  }
  return total;
}

/** Counts the text of parts, with the names of tools called; media count nothing. */
export function countPartTokens(parts: MessagePart[], model = ''): number {
  const steps = countPartTokensInSteps(parts, model);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

function* countPartTokensInSteps(parts: MessagePart[], model: string): Generator<undefined, number> {
  const counts = partCounts[encodingOf(model)];
  const known = counts.get(parts);
  if (known !== undefined) return known;
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

/** An encoding is megabytes of source, so it is loaded when a text first needs it. */
function loadEncoding(name: EncodingName): CountTokens {
  const loaded = loadedEncodings.get(name);
  if (loaded) return loaded;
  const encoding: Encoding = require(`gpt-tokenizer/encoding/${name}`);
  encoding.setMergeCacheSize(mergeCacheSize);
  // No token is disallowed and none is special, or text that contains one would throw.
  const count: CountTokens = (text) => encoding.countTokens(text, { disallowedSpecial: new Set() });
  loadedEncodings.set(name, count);
  return count;
}
