import type { Segment } from './evidence-segments';

/** Code points of a quotation; the reader only has to recognise the sentence. */
const longestQuotation = 120;
const mostQuotations = 3;

/**
 * The explanation of a judge for people, who see no numbers: a line it cites in its text is quoted there, and the
 * first three that it cites besides are quoted at the end. Numbers that no line has vanish.
 */
export function writeExplanation(
  explanation: string,
  citations: readonly number[],
  segments: readonly Segment[],
): string {
  const textOf = new Map(segments.map(({ number, text }) => [number, text]));
  const quoted = new Set<number>();
  const prose = explanation.replace(/\s*[[(]E(\d+)[\])]/gi, (_, digits: string) => {
    const number = Number(digits);
    const text = textOf.get(number);
    if (text === undefined) return '';
    quoted.add(number);
    return ` ${quote(text)}`;
  });
  const further = citations.filter((number) => textOf.has(number) && !quoted.has(number));
  if (further.length === 0) return prose.trim();
  const quotations = further.slice(0, mostQuotations).map((number) => quote(textOf.get(number) ?? ''));
  return `${prose.trim()} Evidence: ${quotations.join('; ')}`.trim();
}

function quote(text: string): string {
  const characters = Array.from(text.trim());
  if (characters.length <= longestQuotation) return `“${characters.join('')}”`;
  return `“${characters
    .slice(0, longestQuotation - 1)
    .join('')
    .trimEnd()}…”`;
}
