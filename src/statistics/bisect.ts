const ITERATIONS = 60; // to the precision of a double

/** Finds where `isInside` turns false between a value inside and a value outside, by bisection. */
export function findBoundary(isInside: (value: number) => boolean, inside: number, outside: number): number {
  let near = inside;
  let far = outside;
  for (let iteration = 0; iteration < ITERATIONS; iteration += 1) {
    const middle = (near + far) / 2;
    if (isInside(middle)) near = middle;
    else far = middle;
  }
  return far;
}
