const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Every pair of capitals: `Intl` names countries and languages by such codes, and lists neither. */
export const twoLetterCodes: readonly string[] = LETTERS.flatMap((first) =>
  LETTERS.map((second) => first + second),
);
