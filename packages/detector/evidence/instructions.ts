import { type Sentence, scanSentences } from '../base/sentences';
import { isFunctionWord, normalizeWord, scanTokens, stem } from '../base/tokens';
import type { Lexicon } from '../gazetteers/lexicon';
import { scanDates } from '../text/dates';
import { type PlacedText, type Region, scanMatches } from '../text/regions';

/** Addresses the reader of the text, who is the assistant. */
const ADDRESS = /\byou(?:'re|'ll|r|rself)?\b/iu;
const ORDER =
  /^(?:[-*•\d.)\s]*)(?:please\s+)?(?:always|never|do not|don't|be|act|answer|respond|reply|ask|use|keep|make sure|ensure|avoid|confirm|check|help|list|note|say|tell|offer|speak|write|refer|escalate|collect|close)\b/iu;
const DUTY =
  /\b(?:must|should|may not|shall|has to|have to|had to|needs? to|(?:is|are) (?:not )?(?:allowed|permitted|required|to be))\b/iu;
/** What a text of rules is called at its beginning: "Returns policy:", "Car insurance rules:". */
const RULES = /^[^\n.:]{0,60}\b(?:polic(?:y|ies)|rules|terms|guidelines)\b[^\n.:]{0,30}:/iu;
const MIN_DIRECTIVE_SHARE = 0.15;
/** What is named where material begins: "Context:", "Passage 1:", "[2] …", within a line "use the passage: …".
 * The letters that its words begin with come first, so that most places are passed at once. */
const MATERIAL =
  /(?=[pdcaet][aorx])(?:(?<=[.!?]\s)|(?<=\b(?:from|using|use|on|by|read|given)\s(?:only\s)?(?:the|this|these)\s(?:following\s|provided\s|given\s)?))(?:passage|document|context|article|excerpt|transcript)s?(?:\sbelow)?:(?=\s)|^[ \t>#*_-]*(?:(?:passage|document|doc|source|context|article|excerpt|text|transcript|notes?|facts?|data|records?|results?|knowledge|information|report|story|content|input|background|evidence|reference|table)s?\b[^\n:]{0,40}:|\[\d+\]|<\w+>|```|\{|\[\{|\|)/gimu;

/** A sentence with fewer shared words is not about the same. */
const MIN_SHARED = 0.25;
/** Sentences on either side belong to one that is selected: they say what "it" is. */
const NEIGHBORS = 2;

/**
 * The part of a system text that instructs the assistant: all of it up to where material for the reply begins, if it
 * reads as instructions. Null for a text that is material.
 */
export function findInstructions(text: string): Region | null {
  const material = scanMatches(text, MATERIAL)[0];
  const end = material?.start ?? text.length;
  const sentences = scanSentences(text.slice(0, end));
  const directives = sentences.filter(
    ({ text: sentence }) => ADDRESS.test(sentence) || ORDER.test(sentence) || DUTY.test(sentence),
  );
  const isDirected = directives.length > 0 && directives.length >= MIN_DIRECTIVE_SHARE * sentences.length;
  const reads = isDirected || RULES.test(text.slice(0, end));
  return reads ? { start: 0, end } : null;
}

/** The sentences that instruct the assistant, but for those with a full date: they say what day it is. */
export function listRuleRegions(text: string): Region[] {
  const instructions = findInstructions(text);
  if (instructions === null) return [];
  return scanSentences(text.slice(instructions.start, instructions.end)).filter(
    (sentence) => !isDated(sentence.text),
  );
}

/** Has a full date, so it says what day it is. */
const isDated = (text: string): boolean =>
  /\d\d/.test(text) &&
  scanDates(text).some(({ readings }) => readings.some(({ year, day }) => year !== null && day !== null));

interface Instruction extends Sentence {
  /** The text that it is part of, and where that begins in all texts. */
  source: PlacedText;
}

/** The instructions of a conversation. A reply is compared with those sentences that are about what it says. */
export class Instructions {
  private readonly sentences: Instruction[] = [];
  private readonly dated = new Set<number>();
  private readonly sentencesOfStem = new Map<string, number[]>();

  constructor(private readonly lexicon: Lexicon) {}

  /** Adds a part of a text, which begins at `place` in all texts. */
  append(source: PlacedText, { start, end }: Region): void {
    for (const sentence of scanSentences(source.text.slice(start, end))) {
      const index = this.sentences.length;
      this.sentences.push({ ...sentence, start: start + sentence.start, end: start + sentence.end, source });
      if (isDated(sentence.text)) this.dated.add(index);
      for (const root of this.weigh(sentence.text).keys()) {
        const cached = this.sentencesOfStem.get(root);
        if (cached === undefined) this.sentencesOfStem.set(root, [index]);
        else cached.push(index);
      }
    }
  }

  get texts(): string[] {
    return this.sentences.map(({ text }) => text);
  }

  /**
   * The sentences that share a quarter of the words, by weight, of a sentence of the reply, with their neighbors, and those
   * that say what day it is.
   */
  selectFor(reply: string): PlacedText[] {
    const isSelected = new Uint8Array(this.sentences.length);
    for (const index of this.dated) isSelected[index] = 1;
    for (const { text } of this.sentences.length === 0 ? [] : scanSentences(reply)) {
      const words = this.weigh(text);
      const shared = new Map<number, number>();
      let whole = 0;
      for (const [root, weight] of words) {
        whole += weight;
        for (const index of this.sentencesOfStem.get(root) ?? [])
          shared.set(index, (shared.get(index) ?? 0) + weight);
      }
      for (const [index, weight] of shared)
        if (weight >= MIN_SHARED * whole)
          isSelected.fill(1, Math.max(0, index - NEIGHBORS), index + NEIGHBORS + 1);
    }
    return this.sentences
      .filter((_, index) => isSelected[index] === 1)
      .map(({ text, start, source }) => ({ text, place: source.place + start }));
  }

  /** Weights (idf) of the stems of the content words, without numbers: what has the same number may be about anything. */
  private weigh(text: string): Map<string, number> {
    const words = scanTokens(text).map((token) => normalizeWord(token.text));
    return new Map(
      words
        .filter((word) => word !== '' && !isFunctionWord(word) && !/\d/.test(word))
        .map((word) => [stem(word), this.lexicon.idfOf(this.lexicon.rowOf(word))]),
    );
  }
}
