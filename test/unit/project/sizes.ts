/** The size of a room. `publicNames`: of a library the names of its door, of other rooms all exported names. */
export interface RoomSize {
  lines: number;
  files: number;
  publicNames: number;
}

/** What each room had when its line was last changed. */
export const sizes: Record<string, RoomSize> = {
  'packages/concurrency': { lines: 347, files: 7, publicNames: 18 },
  'packages/engines': { lines: 1347, files: 19, publicNames: 24 },
  'packages/formats': { lines: 5300, files: 76, publicNames: 79 },
  'packages/statistics': { lines: 1472, files: 13, publicNames: 59 },
  'packages/detector': { lines: 25274, files: 272, publicNames: 29 },
  'src/platform': { lines: 6025, files: 94, publicNames: 264 },
  workflows: { lines: 2225, files: 27, publicNames: 141 },
  'src/access': { lines: 5238, files: 77, publicNames: 282 },
  'src/conversations': { lines: 8546, files: 91, publicNames: 389 },
  'src/sets': { lines: 1235, files: 13, publicNames: 54 },
  'src/providers': { lines: 1236, files: 13, publicNames: 52 },
  'src/review': { lines: 6562, files: 68, publicNames: 328 },
  'src/evaluation': { lines: 5921, files: 87, publicNames: 252 },
  'src/ingestion': { lines: 3662, files: 41, publicNames: 146 },
  'src/analytics': { lines: 2201, files: 25, publicNames: 106 },
  'src/experiments': { lines: 10377, files: 129, publicNames: 431 },
  'src/optimization': { lines: 4173, files: 45, publicNames: 190 },
  activities: { lines: 122, files: 4, publicNames: 5 },
  src: { lines: 1174, files: 9, publicNames: 17 },
  'src/cli': { lines: 4127, files: 79, publicNames: 150 },
  'web/src': { lines: 20178, files: 387, publicNames: 838 },
};
