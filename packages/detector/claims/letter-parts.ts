import { scanTokens } from '../base/tokens';
import type { Region } from '../text/regions';
import { finiteVerb, greeting, valediction } from './speech-patterns';

const LINE = /[^\n]+/g;
const MAX_SIGNATURE_LINES = 4;
const MAX_SIGNATURE_WORDS = 6;
/** Characters of a line that decide. */
const MAX_LINE_LENGTH = 400;
const normalize = (line: string): string =>
  line
    .slice(0, MAX_LINE_LENGTH)
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[^\p{L}\p{M}'.-]+/gu, ' ')
    .replace(/^[ .-]+|[ .-]+$/g, '');

/** The line that greets, and the short lines without a verb after a closing formula. */
export function scanLetterParts(text: string): Region[] {
  const lines = Array.from(text.matchAll(LINE), ({ 0: line, index }) => ({
    start: index,
    end: index + line.length,
    line,
  })).filter(({ line }) => line.trim() !== '');
  const regions: Region[] = [];
  const [first] = lines;
  if (first !== undefined && /[,!:.]\s*$/.test(first.line) && greeting.test(normalize(first.line)))
    regions.push(first);
  const closing = lines.findLastIndex(({ line }) => valediction.test(normalize(line)));
  const signature = closing === -1 ? [] : lines.slice(closing + 1);
  if (signature.length <= MAX_SIGNATURE_LINES && signature.every(({ line }) => isSigned(line)))
    regions.push(...signature);
  return regions.map(({ start, end }) => ({ start, end }));
}

function isSigned(line: string): boolean {
  return (
    scanTokens(line).length <= MAX_SIGNATURE_WORDS &&
    !finiteVerb.test(normalize(line)) &&
    !/[.!?]\s*$/.test(line)
  );
}
