/**
 * A text with the differences taken out that a writer does not mean when quoting: letter case, white space,
 * quotation marks, dashes, compatibility forms. `value[i]` came from the code points `starts[i]` up to
 * `ends[i]` (exclusive) of the original, so whatever is found in `value` can be led back.
 */
export interface FoldedText {
  value: string;
  starts: number[];
  ends: number[];
}

/** Folds a text; runs of white space become one space, invisible format characters vanish. Linear time. */
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

/** Whether `start` up to `end` of the folded value is made of whole characters of the original. */
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
  // The decomposed form, because only it folds one character at a time: a composed accent and a combining
  // one both become letter and mark.
  return character.normalize('NFKD').toLowerCase();
}
