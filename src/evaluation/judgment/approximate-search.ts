export interface ApproximateMatch {
  /** UTF-16 units, end exclusive. */
  start: number;
  end: number;
  edits: number;
  /** Whether no other place needs as few edits. */
  isOnly: boolean;
}

/**
 * Finds the place in `text` with the smallest edit distance to `pattern`, the first one of a tie; null if
 * every distance exceeds `maxEdits`. Sellers' dynamic programming over the columns of the text (J. Algorithms
 * 1, 1980) with Ukkonen's cut-off, which drops rows that can no longer lead to a match (J. Algorithms 6,
 * 1985): about `text.length * maxEdits` steps, at worst `text.length * pattern.length`.
 */
export function searchApproximately(
  text: string,
  pattern: string,
  maxEdits: number,
): ApproximateMatch | null {
  const rows = pattern.length;
  // edits[i] is the distance between the first i units of the pattern and the best match that ends in the
  // current column; begins[i] is the start of that match.
  const edits = Int32Array.from({ length: rows + 1 }, (_, row) => row);
  const begins = new Int32Array(rows + 1);
  let lastRow = Math.min(maxEdits + 1, rows);
  let best: ApproximateMatch | null = null;

  for (let column = 0; column < text.length; column += 1) {
    const unit = text.charCodeAt(column);
    let diagonal = 0;
    let diagonalBegin = column;
    let above = 0;
    let aboveBegin = column + 1;
    for (let row = 1; row <= lastRow; row += 1) {
      const left = edits[row] as number;
      const leftBegin = begins[row] as number;
      let value = diagonal + (pattern.charCodeAt(row - 1) === unit ? 0 : 1);
      let begin = diagonalBegin;
      if (left + 1 < value) {
        value = left + 1;
        begin = leftBegin;
      }
      if (above + 1 < value) {
        value = above + 1;
        begin = aboveBegin;
      }
      edits[row] = value;
      begins[row] = begin;
      diagonal = left;
      diagonalBegin = leftBegin;
      above = value;
      aboveBegin = begin;
    }
    while ((edits[lastRow] as number) > maxEdits) lastRow -= 1;
    if (lastRow < rows) {
      lastRow += 1;
    } else if (best === null || above < best.edits) {
      best = { start: aboveBegin, end: column + 1, edits: above, isOnly: true };
    } else if (above === best.edits && aboveBegin >= best.end) {
      best.isOnly = false;
    }
  }
  return best;
}
