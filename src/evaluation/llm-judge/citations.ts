import { type Annotation, MAX_EVIDENCE_LOCATIONS } from '../../../packages/detector';
import type { Segment } from './evidence-segments';

/** In code points: enough to recognize the sentence. */
const maxQuotationLength = 120;
const maxQuotations = 3;

/** `[E1]`, `(E1, E2)`, and a bare `E1`, which may also be a word of the conversation. */
const citation =
  /\s*[[(]\s*([Ee]\d+(?:\s*(?:[,;&–-]|and|or)\s*[Ee]?\d+)*)\s*[\])]|(?<![\p{L}\p{N}_])E(\d+)(?![\p{L}\p{N}_])/gu;

/**
 * Replaces citations by quotations, because readers see no line numbers. Lines cited in the text are quoted
 * in place (at most three of a list); the first three other `citations` are quoted at the end. A number in
 * brackets without a line is removed. A bare number is a citation only if it is in `citations` and no line
 * contains the word. The evidence is where the quoted lines are, in the order of the quotations, then the other ones.
 */
export function resolveCitations(
  explanation: string,
  citations: readonly number[],
  segments: readonly Segment[],
): Pick<Annotation, 'explanation' | 'evidence'> {
  const segmentOf = new Map(segments.map((segment) => [segment.number, segment]));
  const quotedNumbers = new Set<number>();
  const quoteLine = (number: number) => {
    quotedNumbers.add(number);
    return quote(segmentOf.get(number)?.text ?? '');
  };
  const prose = explanation.replace(citation, (match: string, list?: string, bare?: string) => {
    if (list === undefined) {
      const number = Number(bare);
      const isWord = !citations.includes(number) || segments.some(({ text }) => text.includes(match));
      return isWord || !segmentOf.has(number) ? match : quoteLine(number);
    }
    const numbers = [...new Set(list.match(/\d+/g)?.map(Number))].filter((number) => segmentOf.has(number));
    if (numbers.length === 0) return '';
    return ` ${numbers.slice(0, maxQuotations).map(quoteLine).join(', ')}`;
  });
  const further = citations.filter((number) => segmentOf.has(number) && !quotedNumbers.has(number));
  const quotations = further.slice(0, maxQuotations).map(quoteLine).join('; ');
  const evidence = [...new Set([...quotedNumbers, ...further])].flatMap(
    (number) => segmentOf.get(number)?.location ?? [],
  );
  return {
    explanation: (quotations === '' ? prose : `${prose.trim()} Evidence: ${quotations}`).trim(),
    evidence: evidence.slice(0, MAX_EVIDENCE_LOCATIONS),
  };
}

function quote(text: string): string {
  const characters = Array.from(text.trim());
  if (characters.length <= maxQuotationLength) return `“${characters.join('')}”`;
  return `“${characters
    .slice(0, maxQuotationLength - 1)
    .join('')
    .trimEnd()}…”`;
}
