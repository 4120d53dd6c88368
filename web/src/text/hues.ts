const HUE_COUNT = 6;

/** The hues of the default labels. */
const known = new Map([
  ['fabrication', 1],
  ['context_misattribution', 2],
  ['reasoning_error', 3],
  ['incorrect_refusal', 4],
  ['tool_argument_fabrication', 5],
]);

/** Returns the hue of a label, `--mark-1` to `--mark-6`. It does not depend on other labels of the page. */
export function getHue(label: string): number {
  const fixed = known.get(label);
  if (fixed !== undefined) return fixed;
  let hash = 0;
  for (const character of label) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 997;
  return (hash % HUE_COUNT) + 1;
}
