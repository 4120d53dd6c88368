import type { Token } from '../base/tokens';
import { scaleWords, smallNumerals } from '../gazetteers/number-words';

export interface SpelledNumber {
  start: number;
  end: number;
  value: number;
}

/** Numbers written in words, as long as they go: "twenty-one", "two hundred and five", "third". */
export function scanSpelledNumbers(text: string, tokens: Token[]): SpelledNumber[] {
  const numbers: SpelledNumber[] = [];
  let index = 0;
  while (index < tokens.length) {
    const read = readSpelledNumber(text, tokens, index);
    if (read === null) {
      index += 1;
    } else {
      numbers.push(read.number);
      index = read.next;
    }
  }
  return numbers;
}

function readSpelledNumber(
  text: string,
  tokens: Token[],
  from: number,
): { number: SpelledNumber; next: number } | null {
  let total = 0;
  let group: number | null = null;
  let next = from;
  for (let index = from; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (token === undefined || token.text.length > 12) break;
    if (index > from && !/^[ -]$/.test(text.slice(tokens[index - 1]?.end, token.start))) break;
    const word = token.text.toLowerCase();
    const small = smallNumerals.get(word);
    if (small === undefined && group === null) break; // only a small number opens one
    const scale = scaleWords.get(word);
    if (small !== undefined && (group === null || canFollow(group, small))) group = (group ?? 0) + small;
    else if (scale === 100 && group !== null && group < 100) group *= 100;
    else if (scale !== undefined && scale > 100 && group !== null) {
      total += group * scale;
      group = 0;
    } else if (word !== 'and' || group === null || group % 100 !== 0) break;
    if (word !== 'and') next = index + 1;
  }
  const [first, last] = [tokens[from], tokens[next - 1]];
  if (group === null || first === undefined || last === undefined || next === from) return null;
  const fraction = readFraction(text, last.end);
  if (fraction === null) return { number: { start: first.start, end: last.end, value: total + group }, next };
  const end = (tokens[next + FRACTION_WORDS - 1] as Token).end;
  return {
    number: { start: first.start, end, value: total + group + fraction },
    next: next + FRACTION_WORDS,
  };
}

const FRACTION = /^ and a (half|quarter)(?![\p{L}\p{N}])/iu;
const FRACTION_WORDS = 3;
const MAX_FRACTION_LENGTH = 16;

/** "two and a half": what is added to the number before. */
function readFraction(text: string, end: number): number | null {
  const [, fraction] = FRACTION.exec(text.slice(end, end + MAX_FRACTION_LENGTH)) ?? [];
  return fraction === undefined ? null : fraction.toLowerCase() === 'half' ? 1 / 2 : 1 / 4;
}

/** "one" after "twenty" or "two hundred", not after "five". */
function canFollow(group: number, small: number): boolean {
  if (group === 0) return true;
  return group % 100 === 0 ? small < 100 : group % 10 === 0 && group % 100 >= 20 && small > 0 && small < 10;
}
