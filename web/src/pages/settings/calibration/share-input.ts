/** A typed preference: a share, none, or the error of the text. */
export type ShareInput = { share: number | null; error: null } | { share: null; error: string };

/** Reads a typed percentage as a share of 1; empty is no preference. */
export function readShare(text: string): ShareInput {
  const typed = text.trim().replace(/\s*%$/, '');
  if (typed === '') return { share: null, error: null };
  // Without floating-point error: 5.5 is 0.055.
  const share = Number((Number(typed) / 100).toPrecision(12));
  if (share > 0 && share < 1) return { share, error: null };
  return { share: null, error: 'Enter a percentage above 0 and below 100' };
}
