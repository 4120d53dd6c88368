import type { Region } from '../text/regions';
import { finiteVerb } from './speech-patterns';

/** A heading of Markdown, or a line in bold alone. */
const HEADING =
  /^[ \t]{0,8}(?:#{1,6}[ \t]+[^\n]{1,120}|(?:[-*•+][ \t]+|\d{1,3}[.)][ \t]+)?(?:\*\*|__)[^\n*_]{1,80}(?:\*\*|__):?[ \t]*)$/gm;
/** What is between the beginning of a line, or of an item, and a colon. */
const LABEL =
  /^[ \t>]{0,8}(?<marker>(?:[-*•+]|\(?\d{1,3}[.)])[ \t]+)?(?<bold>\*\*|__)?(?<label>[\p{L}][^\n:*_|.!?]{0,59})(?:(?:\*\*|__)?:(?:\*\*|__)?)(?=\s|$)/gmu;
const MAX_LABEL_WORDS = 6;

/** Headings, and labels of lists and fields up to their colon: they name what follows. */
export function scanLabels(text: string): Region[] {
  const headings = Array.from(text.matchAll(HEADING), ({ 0: line, index }) => ({
    start: index,
    end: index + line.length,
  }));
  const labels = Array.from(text.matchAll(LABEL))
    .filter(({ groups }) => isLabel(groups?.label ?? ''))
    .map(({ 0: matched, index }) => ({ start: index, end: index + matched.length }));
  return [...headings, ...labels];
}

function isLabel(label: string): boolean {
  return (
    label.trim().split(/\s+/).length <= MAX_LABEL_WORDS &&
    !finiteVerb.test(label.toLowerCase().replaceAll('’', "'"))
  );
}
