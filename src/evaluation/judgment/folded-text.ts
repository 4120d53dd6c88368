/**
 * A text normalized for comparing quotes: letter case, white space, quotation marks, dashes, compatibility
 * forms. `value[i]` comes from the code points `starts[i]` to `ends[i]` (exclusive) of the original, so that
 * a match in `value` can be mapped back.
 */
export interface FoldedText {
  value: string;
  starts: number[];
  ends: number[];
}

/**
 * Folds a text in linear time. Runs of white space become one space; invisible format characters are removed.
 */
export function foldText(text: string): FoldedText {
  const starts: number[] = [];
  const ends: number[] = [];
  let value = '';
  let offset = 0;

  for (const character of text) {
    const folded = foldCharacter(character);
    if (folded === ' ' && value.endsWith(' ')) {
      ends[ends.length - 1] = offset + 1;
    } else {
      for (let unit = 0; unit < folded.length; unit += 1) {
        starts.push(offset);
        ends.push(offset + 1);
      }
      value += folded;
    }
    offset += 1;
  }
  return { value, starts, ends };
}

/** Whether `start` to `end` of the folded value covers whole characters of the original. */
export function coversWholeCharacters(folded: FoldedText, start: number, end: number): boolean {
  const { starts } = folded;
  return starts[start - 1] !== starts[start] && starts[end - 1] !== starts[end];
}

function foldCharacter(character: string): string {
  if (character > ' ' && character <= '~') return character.toLowerCase();
  if (/\s/.test(character)) return ' ';
  if (/\p{Cf}/u.test(character)) return '';
  if (/\p{Pd}|\u2212/u.test(character)) return '-';
  if (/[‘’‚‛′]/.test(character)) return "'";
  if (/[“”„‟″«»]/.test(character)) return '"';
  // The decomposed form, because only it can be computed one character at a time: a composed accent and a
  // combining accent both become letter and mark.
  return character.normalize('NFKD').toLowerCase();
}
