import { codePointConverter, nameOfPath, scanJsonLeaves } from '../../../packages/detector';

/**
 * The dotted path of the argument that contains the code points `start` to `end` of `args`. If they overlap
 * several arguments, or only names, it is the path that the judge named, if that is a prefix of theirs; else
 * null.
 */
export function argumentPath(
  args: string,
  start: number,
  end: number,
  judgePath: string | null,
): string | null {
  const leaves = scanJsonLeaves(args) ?? [];
  const offsetOf = codePointConverter(args);
  const overlapping = leaves.filter((leaf) => offsetOf(leaf.start) < end && offsetOf(leaf.end) > start);
  const paths = (overlapping.length > 0 ? overlapping : leaves).map(({ path }) => nameOfPath(path));
  if (overlapping.length === 1) return paths[0] || null; // the path is empty if the arguments are a bare value
  return paths.some((path) => path === judgePath || path.startsWith(`${judgePath}.`)) ? judgePath : null;
}
