import type { Message } from '../../../formats';
import { partText } from '../../../text';

const WORD = /[\p{L}\p{N}]+/gu;
const NOTABLE = /(?<![\p{L}\p{N}])(?:\p{Lu}[\p{L}\p{N}]*|\d[\p{N}.,]*\d|\d)/gu;
const GRAM = 3;

/** Two scores of a reply that need no model, each 0..1: the higher, the more of the reply is new. */
export interface BaselineScores {
  /** The share of runs of three words that the evidence does not have. */
  novelty: number;
  /** The share of numbers and capitalized words that the evidence does not have. */
  notable: number;
}

/** Scores the last message against all texts before it. */
export function scoreBaselines(messages: readonly Message[]): BaselineScores {
  const evidence = textOf(messages.slice(0, -1));
  const reply = textOf(messages.slice(-1));
  const words = (text: string) => Array.from(text.toLowerCase().matchAll(WORD), ([word]) => word);
  const seen = new Set(gramsOf(words(evidence)));
  const known = new Set(words(evidence));
  const notable = Array.from(reply.matchAll(NOTABLE), ([text]) => text.toLowerCase());
  return {
    novelty: shareOf(gramsOf(words(reply)), (gram) => !seen.has(gram)),
    notable: shareOf(notable, (text) => !words(text).every((word) => known.has(word))),
  };
}

const textOf = (messages: readonly Message[]): string =>
  messages.flatMap(({ parts }) => parts.map((part) => partText(part) ?? '')).join('\n');

const gramsOf = (words: readonly string[]): string[] =>
  words
    .slice(0, Math.max(1, words.length - GRAM + 1))
    .map((_, index) => words.slice(index, index + GRAM).join(' '));

function shareOf<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  return items.length === 0 ? 0 : items.filter(holds).length / items.length;
}
