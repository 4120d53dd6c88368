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
  'packages/text': { lines: 383, files: 9, publicNames: 25 },
  'packages/statistics': { lines: 1625, files: 16, publicNames: 66 },
  'packages/formats': { lines: 6619, files: 97, publicNames: 93 },
  'packages/detector': { lines: 25325, files: 266, publicNames: 29 },
  'src/platform': { lines: 6430, files: 97, publicNames: 276 },
  workflows: { lines: 2131, files: 26, publicNames: 140 },
  'src/access': { lines: 5556, files: 80, publicNames: 294 },
  'src/conversations': { lines: 9078, files: 98, publicNames: 406 },
  'src/sets': { lines: 1328, files: 14, publicNames: 58 },
  'src/providers': { lines: 1464, files: 15, publicNames: 60 },
  'src/review': { lines: 6839, files: 70, publicNames: 340 },
  'src/evaluation': { lines: 6645, files: 93, publicNames: 279 },
  'src/analytics': { lines: 2599, files: 26, publicNames: 117 },
  'src/ingestion': { lines: 4355, files: 51, publicNames: 166 },
  'src/experiments': { lines: 11589, files: 138, publicNames: 477 },
  'src/optimization': { lines: 4213, files: 45, publicNames: 188 },
  activities: { lines: 122, files: 4, publicNames: 5 },
  src: { lines: 1118, files: 9, publicNames: 17 },
  'src/cli': { lines: 4027, files: 74, publicNames: 147 },
  'web/src': { lines: 21037, files: 351, publicNames: 814 },
};
