/** The size of a room. `publicNames`: of a library the names of its door, of other rooms all exported names. */
export interface RoomSize {
  lines: number;
  files: number;
  publicNames: number;
}

/** What each room had when its line was last changed. */
export const sizes: Record<string, RoomSize> = {
  'packages/concurrency': { lines: 364, files: 7, publicNames: 18 },
  'packages/engines': { lines: 1347, files: 19, publicNames: 24 },
  'packages/formats': { lines: 6234, files: 93, publicNames: 89 },
  'packages/statistics': { lines: 1472, files: 13, publicNames: 59 },
  'packages/text': { lines: 371, files: 8, publicNames: 23 },
  'packages/detector': { lines: 25296, files: 266, publicNames: 24 },
  'src/platform': { lines: 6009, files: 91, publicNames: 260 },
  workflows: { lines: 2225, files: 27, publicNames: 141 },
  'src/access': { lines: 5297, files: 77, publicNames: 283 },
  'src/conversations': { lines: 8797, files: 94, publicNames: 396 },
  'src/sets': { lines: 1247, files: 14, publicNames: 55 },
  'src/providers': { lines: 1251, files: 14, publicNames: 53 },
  'src/review': { lines: 6619, files: 69, publicNames: 330 },
  'src/evaluation': { lines: 6038, files: 86, publicNames: 253 },
  'src/ingestion': { lines: 3716, files: 43, publicNames: 149 },
  'src/analytics': { lines: 2216, files: 26, publicNames: 107 },
  'src/experiments': { lines: 10533, files: 129, publicNames: 435 },
  'src/optimization': { lines: 4213, files: 45, publicNames: 188 },
  activities: { lines: 122, files: 4, publicNames: 5 },
  src: { lines: 1009, files: 9, publicNames: 17 },
  'src/cli': { lines: 4027, files: 74, publicNames: 147 },
  'web/src': { lines: 19998, files: 339, publicNames: 780 },
};
