/**
 * A text normalized for comparing quotes: letter case, white space, quotation marks, dashes, ellipses, compatibility
 * forms. `value[i]` comes from the code points `starts[i]` to `ends[i]` (exclusive) of the original, so that
 * a match in `value` can be mapped back.
 */
export interface FoldedText {
  value: string;
  starts: number[];
  ends: number[];
}

/** What replaces marks, which are Markdown, HTML tags and emoji; null: they are text. */
export type MarkReplacement = '' | ' ' | null;

/**
 * Folds a text in linear time. Runs of white space become one space; invisible characters are removed.
 */
export function foldText(text: string, marks: MarkReplacement = null): FoldedText {
  const starts: number[] = [];
  const ends: number[] = [];
  let value = '';
  let offset = 0;
  let unit = 0;
  const isMark = marks === null ? () => false : createMarkTest(text);

  for (const character of text) {
    const folded = isMark(unit, character) ? (marks ?? '') : foldCharacter(character);
    if (folded === ' ' && value.endsWith(' ')) {
      ends[ends.length - 1] = offset + 1;
    } else {
      for (let index = 0; index < folded.length; index += 1) {
        starts.push(offset);
        ends.push(offset + 1);
      }
      value += folded;
    }
    offset += 1;
    unit += character.length;
  }
  return { value, starts, ends };
}

/** Whether `start` to `end` of the folded value covers whole characters of the original. */
export function coversWholeCharacters(folded: FoldedText, start: number, end: number): boolean {
  const { starts } = folded;
  return starts[start - 1] !== starts[start] && starts[end - 1] !== starts[end];
}

/** Headings, quotations and list items; emphasis, code and cells; links but for their text; HTML tags; escapes. */
const MARKDOWN =
  /^[ \t]{0,12}(?:(?:#{1,6}|[>+*•-]|\d{1,3}[.)])[ \t]+)+|[*_~`|]+|!?\[(?=[^[\]\n]*\]\()|\]\([^()\s]*(?:\s"[^"\n]*")?\)|<\/?[a-z][^<>\n]{0,200}>|\\(?=[!-/:-@[-`{-~])/gim;
const EMOJI = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u20e3/u;

/** A test for ascending indexes of UTF-16 units. */
function createMarkTest(text: string): (unit: number, character: string) => boolean {
  const regions = text.matchAll(MARKDOWN);
  let region = regions.next().value;
  return (unit, character) => {
    while (region !== undefined && region.index + region[0].length <= unit) region = regions.next().value;
    return (region !== undefined && region.index <= unit) || (character > '~' && EMOJI.test(character));
  };
}

function foldCharacter(character: string): string {
  if (character > ' ' && character <= '~') return character.toLowerCase();
  if (/\s/.test(character)) return ' ';
  if (/[\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(character)) return '';
  if (/[\p{Pd}\u2212\u2043]/u.test(character)) return '-';
  if (/[‘’‚‛′‹›´ʼ]/.test(character)) return "'";
  if (/[“”„‟″«»〝〞]/.test(character)) return '"';
  if (character === '⋯') return '...';
  // The decomposed form, because only it can be computed one character at a time: a composed accent and a
  // combining accent both become letter and mark.
  return character.normalize('NFKD').toLowerCase();
}
