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
  'packages/statistics': { lines: 1754, files: 19, publicNames: 74 },
  'packages/formats': { lines: 6619, files: 97, publicNames: 93 },
  'packages/detector': { lines: 25325, files: 266, publicNames: 29 },
  'src/platform': { lines: 6759, files: 100, publicNames: 288 },
  workflows: { lines: 2131, files: 26, publicNames: 140 },
  'src/access': { lines: 5556, files: 80, publicNames: 294 },
  'src/conversations': { lines: 9610, files: 102, publicNames: 426 },
  'src/sets': { lines: 1328, files: 14, publicNames: 58 },
  'src/providers': { lines: 1510, files: 17, publicNames: 66 },
  'src/review': { lines: 6839, files: 70, publicNames: 340 },
  'src/evaluation': { lines: 7110, files: 97, publicNames: 292 },
  'src/analytics': { lines: 4245, files: 45, publicNames: 207 },
  'src/ingestion': { lines: 4447, files: 51, publicNames: 171 },
  'src/experiments': { lines: 11589, files: 138, publicNames: 477 },
  'src/optimization': { lines: 4440, files: 47, publicNames: 196 },
  activities: { lines: 122, files: 4, publicNames: 5 },
  src: { lines: 1118, files: 9, publicNames: 17 },
  'src/cli': { lines: 4027, files: 74, publicNames: 147 },
  'web/src': { lines: 22330, files: 375, publicNames: 881 },
};
