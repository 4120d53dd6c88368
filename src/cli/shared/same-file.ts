import { type BigIntStats, fstatSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

/** The path of stdin or stdout. */
export const STANDARD = '-';
const STDIN = 0;
const STDOUT = 1;

/**
 * Whether writing `output` would overwrite `input`: the same file, also under two names, through a link or as
 * stdin.
 */
export function isSameFile(input: string, output: string): boolean {
  if (input !== STANDARD && resolve(input) === resolve(output)) return true;
  const [one, other] = [statOf(input, STDIN), statOf(output, STDOUT)];
  return one !== null && other !== null && one.isFile() && one.dev === other.dev && one.ino === other.ino;
}

/** Null for an absent file; opening it reports the error. */
function statOf(path: string, standard: number): BigIntStats | null {
  try {
    return path === STANDARD ? fstatSync(standard, { bigint: true }) : statSync(path, { bigint: true });
  } catch {
    return null;
  }
}
