import { oneLine } from '../wording';
import { type Output, printJson } from './output';

/** A name with its text; null for a field that does not apply. */
export type Field = readonly [name: string, text: string | null];

/** Prints a resource: on a terminal its fields below each other, otherwise a line of name, tab and text for each. */
export function printFields(fields: readonly Field[], output: Output): void {
  const shown = fields.flatMap(([name, text]) => (text === null ? [] : [[name, oneLine(text)] as const]));
  const width = Math.max(...shown.map(([name]) => name.length));
  const separate = (name: string) => (output.isTTY === true ? `${name.padEnd(width)}  ` : `${name}\t`);
  for (const [name, text] of shown) output.write(`${separate(name)}${text}\n`);
}

/** Prints a resource: with `json` as the API does, otherwise its fields. */
export function printResource(
  resource: unknown,
  fields: readonly Field[],
  { json: isJson = false, output }: { json?: boolean; output: Output },
): void {
  if (isJson) printJson(resource, output);
  else printFields(fields, output);
}
