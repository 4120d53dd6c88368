import { scanSentences } from '../base/sentences';
import type { LabeledCase } from './labeled-data';
import { evidenceOf, replyOf } from './twins-cases';
import type { Draw } from './twins-draw';

/** A reply that is supported by the evidence. */
export interface Reply {
  /** The whole labeled reply, one sentence of it, or sentences copied from the evidence. */
  form: 'whole' | 'sentence' | 'copied';
  text: string;
}

const MIN_WORDS = 6;
const MAX_WORDS = 50;
const MAX_COPIED = 3;
/** Markup, split quotations, addressed readers, and the instructions around passages. */
const UNFIT =
  /[{}[\]|\\<>#*_]|':|https?:|\b(?:I|me|my|we|our|you|your)\b|\b(?:passages?|summar(?:y|i[sz]e)|statements?|record|excerpt|overview|question|output)\b/i;

/**
 * True replies to the conversation of `labeled`, in the order in which to try them; each form comes first in
 * turn.
 */
export function listReplies(labeled: LabeledCase, draw: Draw): Reply[] {
  const whole = replyOf(labeled) ?? '';
  const forms: Reply[][] = [
    [{ form: 'whole', text: whole }],
    draw.shuffled(soundSentences(whole)).map((text) => ({ form: 'sentence', text })),
    draw
      .shuffled(copiedRuns(soundSentences(evidenceOf(labeled)), draw))
      .map((text) => ({ form: 'copied', text })),
  ];
  return draw.shuffled(forms).flat();
}

function copiedRuns(sentences: string[], draw: Draw): string[] {
  const runs: string[] = [];
  for (let from = 0; from < sentences.length; ) {
    const length = draw.between(1, MAX_COPIED);
    runs.push(sentences.slice(from, from + length).join(' '));
    from += length;
  }
  return runs;
}

function soundSentences(text: string): string[] {
  return scanSentences(text)
    .map((sentence) => sentence.text)
    .filter((sentence) => {
      const count = sentence.split(/\s+/).length;
      const hasWholeQuotes = (sentence.match(/["“”]/g)?.length ?? 0) % 2 === 0;
      const isSentence = /^\p{Lu}.*[\p{L}\d)"”%][.!]["”]?$/u.test(sentence);
      return (
        count >= MIN_WORDS && count <= MAX_WORDS && isSentence && hasWholeQuotes && !UNFIT.test(sentence)
      );
    });
}
