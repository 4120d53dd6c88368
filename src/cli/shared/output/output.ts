import type { Writable } from 'node:stream';

/** Where results are printed: stdout, or in tests another stream. */
export type Output = Writable & { isTTY?: boolean };

/** A value as JSON. `##` is only in its strings; a CI could read `##[…]` in its log as a command. */
export function toJsonText(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll('##', '#\\u0023');
}

/** Prints a value as an indented JSON document. */
export function printJson(value: unknown, output: Output): void {
  output.write(`${toJsonText(value, 2)}\n`);
}

/** A result as JSON with `json`, otherwise as the text that `describe` returns. */
export function printResult<Value>(
  value: Value,
  { json: isJson = false, output }: { json?: boolean; output: Output },
  describe: (value: Value) => string,
): void {
  if (isJson) printJson(value, output);
  else output.write(`${describe(value)}\n`);
}
