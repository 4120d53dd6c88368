import { nameOfPath, scanJsonLeaves } from '../../../packages/detector';
import { codePointConverter } from '../../../packages/text';

/**
 * The dotted path of the argument that contains the code points `start` to `end` of `args`. If they overlap
 * several arguments, or only names, it is the path that the judge named, if that is a prefix of theirs; else
 * null.
 */
export function argumentPath(args: string, start: number, end: number, named: string | null): string | null {
  const leaves = scanJsonLeaves(args) ?? [];
  const offsetOf = codePointConverter(args);
  const touched = leaves.filter((leaf) => offsetOf(leaf.start) < end && offsetOf(leaf.end) > start);
  const paths = (touched.length > 0 ? touched : leaves).map(({ path }) => nameOfPath(path));
  if (touched.length === 1) return paths[0] || null; // the path is empty if the arguments are a bare value
  return paths.some((path) => path === named || path.startsWith(`${named}.`)) ? named : null;
}
